// Lets the pages work without signal where the browser can, and says once where it cannot.

if ("serviceWorker" in navigator) {
  const install = () => navigator.serviceWorker.register("/sw.js").catch(() => {});
  // What it gets to keep comes after what the page itself needs.
  if (document.readyState === "complete") install();
  else window.addEventListener("load", install);
  // What is not sent yet should outlive a full disk.
  navigator.storage?.persist?.();
} else if (!window.isSecureContext && document.querySelector(".screen")) {
  import("./plainhttp.js").catch(() => {});
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-bar]");
  if (button?.dataset.bar === "load") {
    navigator.serviceWorker?.getRegistration?.().then((worker) => worker?.update()).catch(() => {});
    location.reload();
  } else if (button) {
    button.closest(".bar-note").hidden = true;
  }
});
