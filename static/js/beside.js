// Keeps what is beside the book up to date: who has it, and what watchers say is not right. A phone that writes
// asks now and then; one that watches only while its own flag waits for an answer, and when the table changed.

const EVERY = 5000;
const CALM = 2000;
const here = () => document.getElementById("beside");
let tag = `"${here().dataset.tag}"`;
let asked = null;
let tapped = 0;

/** Wait until nobody has tapped for a while: what comes in must not move the rows under a thumb. */
async function calm() {
  while (Date.now() - tapped < CALM) await new Promise((go) => setTimeout(go, 200));
}

async function ask() {
  if (document.hidden || timer === null || !here()) return;
  asked?.abort();
  asked = new AbortController();
  const question = asked;
  try {
    const answer = await fetch(here().dataset.live, {
      headers: { "If-None-Match": tag },
      cache: "no-store",
      signal: question.signal,
    });
    if (answer.status === 404) stop();
    if (answer.status === 200) {
      const fresh = document.createElement("template");
      fresh.innerHTML = await answer.text();
      await calm();
      if (question.signal.aborted) return;
      tag = answer.headers.get("ETag") ?? "";
      here().replaceWith(fresh.content.querySelector("#beside"));
      // Another phone took the book: that this one has it is no longer so.
      if (document.querySelector(".taken")) document.getElementById("yours")?.remove();
    }
  } catch {
    // No signal: what is shown stays, and the next question is asked in its time.
  }
}

/** The link was revoked: what watches the table says so, here nothing is left to ask. */
function stop() {
  clearInterval(timer);
  timer = null;
}

let timer = setInterval(() => {
  if (!here()) stop();
  else if (here().dataset.asks) ask();
}, EVERY);
document.addEventListener("pointerdown", () => {
  tapped = Date.now();
});
document.addEventListener("visibilitychange", ask);
window.addEventListener("pageshow", (event) => {
  if (event.persisted) ask();
});
const watched = document.getElementById("watched");
if (watched) new MutationObserver(ask).observe(watched, { childList: true });
