// A phone that watches: asks now and then whether anything was written, and shows it.

import { instead } from "./gone.js";
import { outbox } from "./outbox.js";
import { patience, pulse } from "./pulse.js";
import * as shelf from "./shelf.js";

const place = document.getElementById("watched");
// What lies outside "More". Whoever reads that should not have it closed under their eyes.
const OUTSIDE = [".pot", ".meta", "#last", "#main", "#kept"];
const OLD = 10_000;
const { serviceWorker: worker } = navigator;
const id = location.pathname.split("/")[2];
let tag = `"${place.dataset.tag}"`;
let seen = Date.now();

async function ask(signal) {
  try {
    const answer = await fetch(place.dataset.live, { headers: { "If-None-Match": tag }, cache: "no-store", signal });
    if (answer.status === 404 || answer.status === 403) return stop();
    if (!answer.ok && answer.status !== 304) {
      aged();
      return { wait: patience(answer) };
    }
    seen = Date.now();
    const news = answer.status === 200;
    if (news) put(await answer.text(), answer.headers.get("ETag") ?? "");
    aged();
    return { news };
  } catch {
    // No signal: the page keeps what it has, says how old that is, and asks again.
    if (!signal.aborted) aged();
    return {};
  }
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
  keep(fresh.content);
  if (open) {
    place.querySelector(".pot-line").className = fresh.content.querySelector(".pot-line").className;
    for (const part of OUTSIDE) place.querySelector(part).replaceWith(fresh.content.querySelector(part));
  } else {
    place.replaceChildren(fresh.content);
  }
}

/** Keep what `part` of the page says of the evening: without signal, the empty page shows it. */
function keep(part) {
  // Where a browser cannot open that page, or keeps nothing, this one alone shows the evening.
  if (worker) outbox(shelf, id).hear(JSON.parse(part.querySelector("#kept").dataset.kept)).catch(() => {});
}

/** Say how old the page is, once that is more than a moment. */
function aged() {
  const note = document.getElementById("stale");
  note.hidden = Date.now() - seen < OLD;
  const time = new Date(seen).toTimeString().slice(0, 5);
  if (!note.hidden) note.textContent = note.dataset.says.replace("{time}", time);
}

/** The link is no longer good: say so in the place of the evening, keep nothing of it, and ask no more. */
async function stop() {
  const lost = await shelf.erase(id).catch(() => []);
  instead(document.getElementById("gone"), lost);
  return { stop: true };
}

keep(place);
// The worker then shows the empty page in this language.
if (worker?.controller) fetch(place.dataset.shell).catch(() => {});
place.addEventListener("toggle", pulse(ask), true);
