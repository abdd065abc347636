// Lets the pages work without signal where the browser can, and says once where it cannot.

const TOLD = "plain-http";
const note = document.getElementById("plain-http");

function told() {
  try {
    return localStorage.getItem(TOLD) !== null;
  } catch {
    return true; // A browser that keeps nothing would say it on every page.
  }
}

if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/sw.js").catch(() => {});
  // What is not sent yet should outlive a full disk.
  navigator.storage?.persist?.();
} else if (note && !window.isSecureContext && !told()) {
  note.hidden = false;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-bar]");
  if (!button) return;
  if (button.dataset.bar === "load") {
    navigator.serviceWorker?.getRegistration?.().then((worker) => worker?.update()).catch(() => {});
    location.reload();
    return;
  }
  if (button.dataset.bar === TOLD) localStorage.setItem(TOLD, "told");
  button.closest(".bar-note").hidden = true;
});
