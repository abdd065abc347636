// What the record page says beside the deal: how much is not sent, how old it all is. Its words come with the empty page.

import { writer } from "./amounts.js";
import { fill, isolated } from "./outlook.js";
import { counted } from "./outbox.js";
import { LIMIT, SILENT, heard } from "./pulse.js";

const DIFFERS = "ledger-differs";
const one = (selector) => document.querySelector(selector);
const { kept: filled, version } = one("#kept").dataset;
const shell = `/shell?lang=${document.documentElement.lang}&v=${version}`;

/** All that the record page says; what is filled in stands as {name}. */
export const words = {};
// The empty page, as text. It may be this one, before anything is drawn on it.
let ready = filled ? null : Promise.resolve(document.documentElement.outerHTML);
let seen = new Date();
let old = false;
let text = "";
let way = "none";
let voice = null;

/** The empty page; null where it never came. */
async function parsed() {
  ready ??= fetch(shell, { signal: AbortSignal.timeout(LIMIT) }).then((answer) => (answer.ok && heard(answer).ours ? answer.text() : null));
  const source = await ready.catch(() => null);
  if (!source) ready = null;
  return source && new DOMParser().parseFromString(source, "text/html");
}

/** Get the empty page, and the words with it. */
export async function begin() {
  const page = await parsed();
  if (page) Object.assign(words, JSON.parse(page.getElementById("kept").dataset.words));
}

/** Whether the page has its words. */
export const spoken = () => "deal" in words;

/** A copy of the empty page; null where it never came. */
export async function empty() {
  const page = await parsed();
  return page && document.importNode(page.querySelector(".screen"), true);
}

/** The server worked out something else than this phone: what is shown next says so. */
export const remember = (id) => sessionStorage.setItem(DIFFERS, id);

/** Say it where the server worked out something else than this phone. */
export function differs(id) {
  if (sessionStorage.getItem(DIFFERS) !== id) return;
  sessionStorage.removeItem(DIFFERS);
  say("#differs");
}

/** What nobody has put away is said on the next page too. */
export const carry = (id) => one("#differs:not([hidden])") && remember(id);

/** A note of the page, or of the empty one; null where neither has it. */
export async function note(selector) {
  if (one(selector)) return one(selector);
  const place = (await parsed())?.querySelector(selector);
  if (!place) return null;
  const made = document.importNode(place, true);
  one(".screen").before(made);
  return made;
}

/** Show one of the notes. */
export async function say(selector) {
  const place = await note(selector);
  if (place) place.hidden = false;
}

/** Have who listens told what was written last: another page took the place of the one before. */
export function announce() {
  voice ??= Object.assign(document.createElement("p"), { className: "hidden", role: "status" });
  if (!voice.isConnected) document.body.prepend(voice);
  voice.textContent = one("#last .said").textContent;
}

/** A deal in words, where no number is torn from its name: "Deal 3: Dan +4, Ben −5". */
export function line({ last, kept }) {
  const { signed } = writer(kept.rules, kept.language, kept.units);
  const won = [...last.results].map(([seat, amount]) => `${isolated(kept.names[seat])}\u00a0${signed(amount)}`);
  // A deal is written down all the same where the words never came.
  const [deal, nobody] = spoken() ? [fill(words.deal, { number: last.deal }), words["nobody-played"]] : [last.deal, "–"];
  return `${deal}: ${won.join(", ") || nobody}`;
}

function beside(message) {
  const meta = one(".meta");
  if (!meta) return;
  const place = meta.querySelector(".beside-deal") ?? document.createElement("strong");
  place.className = "beside-deal";
  place.setAttribute("role", "status");
  if (place.textContent !== message) place.textContent = message;
  if (message) meta.append(place);
  else place.remove();
}

/** Say how old the page is while no answer comes; how much is not sent goes before that. */
export function stale(is) {
  if (!is) seen = new Date();
  old = is;
  if (is) signal("none");
  else if (way === "none") signal("");
  told();
}

/** Say so too where nothing was heard for long: the phone may have slept. */
export const slept = () => Date.now() - seen > SILENT && stale(true);

/** What the line does: "none" there is, it is "sending", the server is "busy", a person is in "doubt", or "". */
export function signal(now) {
  way = now;
  for (const said of document.querySelectorAll("[data-line]")) said.hidden = said.dataset.line !== way;
}

/** The page is one that was kept at `time` (ms). */
export function since(time) {
  seen = new Date(time);
  old = true;
}

function told() {
  const time = seen.toTimeString().slice(0, 5);
  beside(text || (old && words.stale ? fill(words.stale, { time }) : ""));
}

/** This phone's link is not there: another one opens the evening again, with what waits. */
export const locked = (is) => (is ? say("#locked") : one("#locked")?.setAttribute("hidden", ""));

/** Another release of the pages is there. */
export function release(latest) {
  if (latest && latest !== version) say("#new-version");
}

/** Show how much is not sent, and the way back from it: `undo`, where something can be taken back. */
export function show(entries, undo) {
  text = entries.length && spoken() ? fill(words.unsent, { count: counted(entries) }) : "";
  told();
  signal(way);
  const button = one("#take-back");
  if (!button) return;
  button.hidden = !undo;
  button.onclick = undo;
}
