// The record page: numbers as somebody taps, and what is written goes through the outbox, signal or not.

import { fit } from "./awake.js";
import { dealOf, draftOf } from "./draft.js";
import { comes, revive, standing, sums, written } from "./moment.js";
import { fits, outbox } from "./outbox.js";
import { outlook } from "./outlook.js";
import { patience, pulse } from "./pulse.js";
import { LATE, guard, mount, outdated, ready, tell } from "./record.js";
import * as shelf from "./shelf.js";
import { draw, unwritable } from "./sheet.js";
import * as status from "./status.js";

const PATIENCE = 2500;
const TIMEOUT = 10_000;
const KEYS = new Set(["csrf_token", "token", "revision"]);

const place = document.getElementById("kept");
const { words } = status;
const id = location.pathname.split("/")[2];
const path = `/e/${id}/`;
// The page as it came from the server, or one drawn here.
let ours = !place.dataset.kept;
let base = null; // What the server said last, where what waits can stand behind it.
let moment = null; // What that and the unsent entries come to.
let csrf = "";
let tag = "";
let form = null;
let token = "";
let moved = false;
let touched = false;
let sent = false;
let undone = 0; // When something was taken back last.
let latest; // The token of the last unsent entry that is shown.
let unasked = false; // A person should decide, but what asks never came.

const box = outbox(shelf, id, send);

/** Send one entry; throws where no answer comes. */
async function send(entry) {
  const body = new URLSearchParams([...entry.fields, ["token", entry.token], ["revision", entry.revision]]);
  body.set("csrf_token", csrf);
  const answer = await fetch(`${path}${entry.kind}`, {
    method: "POST",
    headers: { Accept: "application/json" },
    body,
    signal: AbortSignal.timeout(TIMEOUT),
  });
  const told = (answer.headers.get("Content-Type") ?? "").includes("json") ? await answer.json() : null;
  csrf = told?.csrf ?? csrf;
  // Where the server worked out something else than this phone did, it is right.
  const { kept, revision } = told ?? {};
  const same = kept && kept.revision === revision;
  if (same && entry.sums && entry.sums !== sums(revive(kept))) status.remember(id);
  return { status: answer.status, body: told };
}

/** Names one action: who sends it twice has done one thing. */
const newToken = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

const entriesOf = (fresh) => [...new FormData(fresh)].map(([name, value]) => [name, String(value)]);
const draftNow = () => draftOf(entriesOf(form), moment.state.seats);

function fresh(into) {
  form = into;
  token = form.elements.namedItem("token")?.value ?? newToken();
  const { words: terms } = moment.kept;
  mount(form, { ...terms, joined: terms.joiner }, tapped);
  form.addEventListener("submit", submitted);
  if (ours) look();
  guard();
}

function tapped() {
  touched = true;
  look();
}

/** Show what the draft would do; before the page has its words, it is for the server to look at. */
function look() {
  if (!spoken()) tell({ ready: true });
  else if (moved) outdated(words);
  else tell(outlook(draftNow(), moment, words));
}

/** Put the deal into the outbox and send it; where no answer comes in time, go on without. */
async function submitted(event) {
  if (sent || !ready()) {
    event.preventDefault();
    return;
  }
  sent = true;
  if (moved) {
    event.preventDefault();
    // The server's page keeps what is on the form; without signal the one drawn here shows what came.
    if (!ours && (await reached())) form.submit();
    else await redraw();
    return;
  }
  const fields = entriesOf(form);
  // Who reopens an evening, and what a browser keeps nothing for, goes by the plain form.
  if (!ours && (form.elements.namedItem("reopen") || !window.indexedDB)) return;
  event.preventDefault();
  try {
    await record(fields.filter(([name]) => !KEYS.has(name)));
  } catch {
    // So does what cannot be told here: it cannot be, or the words for it never came.
    if (!ours) form.submit();
  }
}

async function record(fields) {
  const draft = draftOf(fields, moment.state.seats);
  const told = written(moment, dealOf(draft, moment.state.rules));
  const entry = { token, kind: "deals", fields, says: status.line(told), sums: sums(told) };
  const waiting = await box.entries();
  if (waiting.length && waiting.at(-1).token !== latest) {
    // Another page of this phone wrote what is not shown here: a person decides, as with another phone.
    Object.assign(entry, { problem: "stale", lines: waiting.map((other) => other.says), sums: "" });
  }
  // The entry names the book that is shown: the server tells what came in between.
  await box.add(entry, moment.kept.revision);
  await deliver(true);
}

/** Send what waits. `mine`: the page still shows the deal, which stays on it where the server has doubts. */
async function deliver(mine = false) {
  const late = new Promise((resolve) => setTimeout(() => resolve("late"), PATIENCE));
  const flushed = navigator.onLine ? box.flush() : Promise.resolve("line");
  const why = await (mine ? Promise.race([flushed, late]) : flushed);
  if (why === "late") flushed.then((came) => settled(came));
  await settled(why, mine);
}

/** Show what became of what waited. */
async function settled(why, mine = false) {
  const entries = await box.entries();
  if (why === "gone") await gone();
  else if (!entries.length) await emptied();
  else if (mine && !ours && entries.length === 1 && entries[0].problem) form.submit();
  else await redraw(!mine);
}

/** Nothing waits any more: back to the server's page, unless somebody is in the middle of a deal. */
async function emptied() {
  if (ours && touched && !sent) await redraw(true);
  else leave();
}

/** The server's page is the truth. */
function leave() {
  status.carry(id);
  location.replace(path);
}

/** The link was revoked. It may be heard of twice: what was never sent is told once. */
async function gone() {
  if (!base) return;
  base = null;
  const lost = await shelf.erase(id).catch(() => []);
  document.querySelector(".screen").replaceChildren();
  const note = await status.note("#gone");
  const { instead } = await import("./gone.js");
  if (note) instead(note, lost);
  else leave();
}

/** Draw the page anew from what this phone knows. `quietly`: leave a form that somebody is tapping on. */
async function redraw(quietly = false) {
  const { kept, entries } = await shelf.book(id);
  base = kept ?? base;
  const before = moment && sums(moment);
  latest = entries.at(-1)?.token;
  moment = comes(base, entries);
  if (quietly && ours && touched) {
    moved ||= sums(moment) !== before;
    look();
  } else {
    moved = touched = sent = false;
    const page = await status.empty();
    if (!page) return;
    draw(page, moment, words);
    if (moment.state.closed || !base.writes) unwritable(page, moment);
    // What watchers say is not right stays to be answered.
    const beside = document.getElementById("beside");
    if (beside) page.querySelector("main").prepend(beside);
    document.querySelector(".screen").replaceWith(page);
    ours = true;
    fit();
    const drawn = page.querySelector("form.deal");
    if (drawn) fresh(drawn);
  }
  const doubtful = Boolean(entries[0]?.problem);
  status.show(entries, standing(entries).length && !doubtful ? undo : null);
  status.differs(id);
  document.getElementById("doubt")?.toggleAttribute("hidden", !doubtful);
  if (doubtful) await decide(entries);
}

/** Ask what becomes of what the server would not have. */
async function decide(entries) {
  const doubt = await import("./doubt.js").catch(() => null);
  unasked = !doubt;
  doubt?.ask(entries, { id, csrf: () => csrf, book: () => base, decided });
}

async function decided() {
  await redraw();
  await deliver();
}

async function undo() {
  // As with the button that writes: a second tap that comes late must not fall on the deal before.
  if (Date.now() - undone < LATE) return;
  undone = Date.now();
  await box.takeBack(newToken());
  await decided();
}

/** Ask the server where the evening stands. */
async function ask(signal) {
  try {
    if (!spoken()) await speak();
    const answer = await state(signal);
    if (answer.status === 403 || answer.status === 404) {
      await gone();
      return { stop: true };
    }
    if (!answer.ok && answer.status !== 304) {
      status.stale(true);
      return { wait: patience(answer) };
    }
    status.stale(false);
    status.release(answer.headers.get("X-Pages"));
    const news = answer.status === 200;
    if (news) await arrived(await answer.json(), answer.headers.get("ETag"));
    await calm();
    return { news };
  } catch {
    status.stale(!signal.aborted);
    return {};
  }
}

async function arrived({ csrf: renewed, ...kept }, etag) {
  csrf = renewed;
  const entries = await box.hear(kept);
  if (!fits(kept, entries)) return;
  const before = base;
  tag = etag ?? "";
  base = kept;
  if (!before) await redraw();
  else if (before.revision === kept.revision) return;
  else if (entries.length) await redraw(true);
  else if (!touched && !document.querySelector("details[open]")) leave();
  else if (form) {
    moved = true;
    look();
  }
}

/** The line is there: send what waits, or go back to the server's own page. */
async function calm() {
  const entries = await box.entries();
  if (unasked || (!entries.length && ours && base && !touched)) leave();
  else if (entries.length && !entries[0].problem && !sent) await deliver();
}

/** A page that came from the server is asked to take back what it wrote; without signal nobody is. */
document.addEventListener("submit", async (event) => {
  if (!event.target.matches('#last form[method="post"]')) return;
  event.preventDefault();
  if (await reached()) event.target.submit();
  else status.say("#no-line");
});

const state = (signal) =>
  fetch(`${path}state.json`, { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store", signal });

/** Whether the line is there. */
async function reached() {
  const answer = await state(AbortSignal.timeout(TIMEOUT)).catch(() => null);
  return answer?.status < 500;
}

// Coming back by the Back button shows the table as it is now, not the form that was sent.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) window.location.reload();
});

/** Whether the page has its words. */
const spoken = () => "look" in words;

/** Get the words, and say what has been tapped meanwhile. */
async function speak() {
  await status.begin();
  if (touched) look();
}

async function start() {
  const { answers } = place.dataset;
  if (place.dataset.kept) {
    base = JSON.parse(place.dataset.kept);
    tag = `"${place.dataset.tag}"`;
    moment = revive(base);
    csrf = document.querySelector('[name="csrf_token"]').value;
    fresh(document.getElementById("deal"));
    // A page that answers a deal still holds it.
    touched = answers !== "";
  }
  await speak();
  if (!window.indexedDB) return;
  if (answers) {
    const { dropped } = await import("./decision.js");
    await shelf.change(id, (entries) => dropped(entries, answers));
  }
  if (base && !fits(base, await box.hear(base))) tag = "";
  const { kept, entries } = await shelf.book(id);
  if (ours) status.since(kept.seen);
  base = kept ?? base;
  status.differs(id);
  if (ours || entries.length) await redraw();
}

start().finally(() => pulse(ask));
