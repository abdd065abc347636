// Keeps the screen awake while its switch is on. A lock ends whenever the page is hidden, so it is asked for
// again when the page is seen again.

const place = document.querySelector("[data-awake]");
const box = place.querySelector("input");
const KEY = "awake";
let lock = null;
let asking = false;

/** Show why the screen may go dark; nothing, where it stays awake or may go dark as wished. */
function say(why) {
  for (const reason of place.querySelectorAll("[data-why]")) reason.hidden = reason.dataset.why !== why;
}

function wished() {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true; // A browser that keeps nothing is asked anew on every page.
  }
}

async function hold() {
  if (asking || lock || !box.checked || document.hidden) return;
  asking = true;
  try {
    const held = await navigator.wakeLock.request("screen");
    held.addEventListener("release", () => {
      if (lock === held) lock = null;
    });
    lock = held;
    say("");
  } catch {
    say("refused");
  }
  asking = false;
  if (!box.checked) release();
}

function release() {
  const held = lock;
  lock = null;
  held?.release();
  say("");
}

function flip() {
  try {
    localStorage.setItem(KEY, box.checked ? "on" : "off");
  } catch {
    // The wish then holds for this page only.
  }
  if (box.checked) hold();
  else release();
}

if ("wakeLock" in navigator) {
  box.checked = wished();
  box.addEventListener("change", flip);
  document.addEventListener("visibilitychange", hold);
  window.addEventListener("pageshow", hold);
  hold();
} else {
  box.disabled = true;
  say(window.isSecureContext ? "browser" : "http");
}
