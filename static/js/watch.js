// A phone that watches: asks now and then whether anything was written, and shows it.

import { forget, instead } from "./gone.js";
import { patience, pulse } from "./pulse.js";

const place = document.getElementById("watched");
// What lies outside "More". Whoever reads that should not have it closed under their eyes.
const OUTSIDE = [".pot", ".meta", "#last", "#main"];
const OLD = 10_000;
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
  if (open) {
    place.querySelector(".pot-line").className = fresh.content.querySelector(".pot-line").className;
    for (const part of OUTSIDE) place.querySelector(part).replaceWith(fresh.content.querySelector(part));
  } else {
    place.replaceChildren(fresh.content);
  }
}

/** Say how old the page is, once that is more than a moment. */
function aged() {
  const note = document.getElementById("stale");
  note.hidden = Date.now() - seen < OLD;
  const time = new Date(seen).toTimeString().slice(0, 5);
  if (!note.hidden) note.textContent = note.dataset.says.replace("{time}", time);
}

/** The link is no longer good: say so in the place of the evening, keep nothing of it, and ask no more. */
function stop() {
  const note = document.getElementById("gone");
  instead(note);
  forget(location.pathname.split("/")[2], note.querySelector(".lost")).catch(() => {});
  return { stop: true };
}

place.addEventListener("toggle", pulse(ask), true);
