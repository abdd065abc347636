// A phone that watches: asks now and then whether anything was written, and shows it.

const place = document.getElementById("watched");
const EVERY = 3000;
// What lies outside "More". Whoever reads that should not have it closed under their eyes.
const OUTSIDE = [".pot", ".meta", "#last", "#main"];
let tag = `"${place.dataset.tag}"`;
let asked = null;

/** Ask for what is new; `again` gives up a question that is still open, for a line may have died in sleep. */
async function ask(again) {
  if (document.hidden || timer === null || (asked !== null && !again)) return;
  asked?.abort();
  asked = new AbortController();
  const question = asked;
  try {
    const answer = await fetch(place.dataset.live, {
      headers: { "If-None-Match": tag },
      cache: "no-store",
      signal: question.signal,
    });
    if (answer.status === 404 || answer.status === 403) stop();
    if (answer.status === 200) put(await answer.text(), answer.headers.get("ETag") ?? "");
  } catch {
    // No signal: the page keeps what it has, and asks again.
  }
  if (asked === question) asked = null;
}

/** Show the part of the page that changes; a page to write with is loaded anew, once "More" is closed. */
function put(text, newest) {
  const open = place.querySelector("details[open]") !== null;
  if (place.dataset.table) {
    if (!open) window.location.replace(place.dataset.table);
    return;
  }
  tag = newest;
  const fresh = document.createElement("template");
  fresh.innerHTML = text;
  if (open) {
    place.querySelector(".pot-line").className = fresh.content.querySelector(".pot-line").className;
    for (const part of OUTSIDE) place.querySelector(part).replaceWith(fresh.content.querySelector(part));
  } else {
    place.replaceChildren(fresh.content);
  }
}

/** The link is no longer good: say so, and ask no more. */
function stop() {
  clearInterval(timer);
  timer = null;
  document.getElementById("gone").hidden = false;
}

let timer = setInterval(() => ask(false), EVERY);
const atOnce = () => ask(true);
document.addEventListener("visibilitychange", atOnce);
window.addEventListener("pageshow", atOnce);
window.addEventListener("online", atOnce);
place.addEventListener("toggle", atOnce, true);
