// Keeps what is beside the book up to date: who has it, and what watchers say is not right. A phone that writes
// asks now and then; one that watches only while its own flag waits for an answer, and when the table changed.

import { heard, patience, pulse } from "./pulse.js";

const EVERY = 5000;
const CALM = 2000;
const here = () => document.getElementById("beside");
let tag = `"${here().dataset.tag}"`;
let due = false;
let tapped = 0;

/** Wait until nobody has tapped for a while: what comes in must not move the rows under a thumb. */
async function calm() {
  while (Date.now() - tapped < CALM) await new Promise((go) => setTimeout(go, 200));
}

async function ask(signal) {
  // Where the link is over, what watches the table says so, and nothing is left to ask here.
  if (!here()) return { stop: true };
  if (!due && !here().dataset.asks) return {};
  const answer = await fetch(here().dataset.live, {
    headers: { "If-None-Match": tag },
    cache: "no-store",
    signal,
  });
  const { ours, ended } = heard(answer);
  const news = ours && answer.status === 200;
  if (news) await put(await answer.text(), answer.headers.get("ETag") ?? "", signal);
  if (ours && answer.status < 400) due = false;
  return { news, wait: patience(answer), stop: ended };
}

async function put(text, newest, signal) {
  const fresh = document.createElement("template");
  fresh.innerHTML = text;
  await calm();
  if (signal.aborted || !here()) return;
  tag = newest;
  here().replaceWith(fresh.content.querySelector("#beside"));
  // Another phone took the book: that this one has it is no longer so.
  if (document.querySelector(".taken")) document.getElementById("yours")?.remove();
}

document.addEventListener("pointerdown", () => {
  tapped = Date.now();
});
const again = pulse(ask, { every: EVERY });
const watched = document.getElementById("watched");
const changed = () => {
  due = true;
  again();
};
if (watched) new MutationObserver(changed).observe(watched, { childList: true });
