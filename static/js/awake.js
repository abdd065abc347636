// Keeps the screen awake while its switch is on. A lock ends whenever the page is hidden, so it is asked for
// again when the page is seen again.

const KEY = "awake";
const able = "wakeLock" in navigator;
let wish = able && wished();
let why = able ? "" : window.isSecureContext ? "browser" : "http";
let lock = null;
let asking = false;

function wished() {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true; // A browser that keeps nothing is asked anew on every page.
  }
}

/** Show the switch as it stands, and why the screen may go dark; also on a page that was drawn anew. */
export function fit() {
  const place = document.querySelector("[data-awake]");
  if (!place) return;
  Object.assign(place.querySelector("input"), { checked: wish, disabled: !able });
  // Nothing is said where it stays awake, or may go dark as wished.
  for (const reason of place.querySelectorAll("[data-why]")) reason.hidden = reason.dataset.why !== why;
}

async function hold() {
  if (asking || (lock && !lock.released) || !wish || document.hidden) return;
  asking = true;
  try {
    lock = await navigator.wakeLock.request("screen");
    why = "";
  } catch {
    why = "refused";
  }
  asking = false;
  if (!wish) release();
  fit();
}

function release() {
  lock?.release();
  lock = null;
  why = "";
}

function flip(event) {
  if (!event.target.closest("[data-awake]")) return;
  wish = event.target.checked;
  try {
    localStorage.setItem(KEY, wish ? "on" : "off");
  } catch {
    // The wish then holds for this page only.
  }
  if (wish) hold();
  else release();
  fit();
}

fit();
if (able) {
  document.addEventListener("change", flip);
  document.addEventListener("visibilitychange", hold);
  window.addEventListener("pageshow", hold);
  hold();
}
