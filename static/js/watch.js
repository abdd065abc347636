// A phone that watches: asks now and then whether anything was written, and shows it.

import { instead } from "./gone.js";
import { outbox } from "./outbox.js";
import { SILENT, heard, patience, pulse } from "./pulse.js";
import * as shelf from "./shelf.js";

const place = document.getElementById("watched");
// What lies outside "More". Whoever reads that should not have it closed under their eyes.
const OUTSIDE = [".pot", ".meta", "#last", "#main", "#kept"];
const OLD = 10_000;
const { serviceWorker: worker } = navigator;
const [, id, page] = /^\/e\/([^/]+)\/(.*)/.exec(location.pathname);
const { version, shell } = place.dataset;
const note = (name) => document.getElementById(name);
let tag = `"${place.dataset.tag}"`;
let seen = Date.now();

async function ask(signal) {
  if (!place.isConnected) return { stop: true };
  aged(SILENT);
  const answer = await fetch(place.dataset.live, { headers: { "If-None-Match": tag }, cache: "no-store", signal });
  const { ours, ended, lost } = heard(answer);
  if (ended) {
    await instead(note("gone"), id);
    return { stop: true };
  }
  if (ours) note("locked").hidden = !lost;
  const known = answer.status === 304;
  if (!ours || !(answer.ok || known)) {
    aged(OLD);
    return { wait: patience(answer) };
  }
  if (!place.isConnected) return { stop: true };
  seen = Date.now();
  if (!known) put(await answer.text(), answer.headers.get("ETag") ?? "");
  aged(OLD);
  if (answer.headers.get("X-Pages") !== version) renewed();
  return { news: !known };
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

/** Another release of the pages is there; nobody stands before a board to tap on it. */
function renewed() {
  const bar = note("new-version");
  if (bar) bar.hidden = false;
  else window.location.reload();
}

/** Keep what `part` of the page says of the evening: without signal, the empty page shows it. */
function keep(part) {
  // Where a browser cannot open that page, or keeps nothing, this one alone shows the evening.
  if (worker) outbox(shelf, id).hear(JSON.parse(part.querySelector("#kept").dataset.kept)).catch(() => {});
}

/** Say how old the page is, once that is more than `most` (ms). */
function aged(most) {
  const stale = note("stale");
  if (Date.now() - seen < OLD) stale.hidden = true;
  else if (Date.now() - seen > most) stale.hidden = false;
  const time = new Date(seen).toTimeString().slice(0, 5);
  if (!stale.hidden) stale.textContent = stale.dataset.says.replace("{time}", time);
}

/** What was not sent when the evening was closed, or this phone may only watch now, is decided on the record page. */
async function decided() {
  const answer = await fetch(shell);
  const empty = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.body.replaceChildren(...document.importNode(empty.body, true).children);
  await import("./table.js");
}

keep(place);
// The worker then shows the empty page in this language.
if (worker?.controller) fetch(shell).catch(() => {});
place.addEventListener("toggle", pulse(ask, { failed: () => aged(OLD) }), true);
if (!page && (await shelf.unsent(id)).length) await decided();
