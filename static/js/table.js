// The record page: numbers as somebody taps, and what is written goes through the outbox, signal or not.

import { fit } from "./awake.js";
import { draftOf, empty, fieldsOf } from "./draft.js";
import { entryOf } from "./entry.js";
import { onItsWay, watchForms } from "./forms.js";
import * as half from "./half.js";
import { bookOf, comes, revive, sums } from "./moment.js";
import { fits, newToken, outbox, standing } from "./outbox.js";
import { outlook } from "./outlook.js";
import { heard, patience, pulse } from "./pulse.js";
import { LATE, guard, mount, outdated, ready, tell } from "./record.js";
import { server } from "./server.js";
import * as shelf from "./shelf.js";
import { draw, unwritable } from "./sheet.js";
import * as status from "./status.js";
import { swap } from "./swap.js";

const PATIENCE = 400;

const { spoken, words } = status;
const id = location.pathname.split("/")[2];
const path = `/e/${id}/`;
// The page as it came from the server, or one drawn here.
let ours = true;
let base = null; // What the server said last, where what waits can stand behind it.
let moment = null; // What that and the unsent entries come to.
let form = null;
let token = "";
let moved = false;
let touched = false;
let sent = false;
let over = false; // The link is good no more.
let undone = 0; // When something was taken back last.
let latest; // The token of the last unsent entry that is shown.
let unasked = false; // A person should decide, but what asks never came.
let told; // Which revision was the newest when the server was asked last.
let coming = null; // The server's page, on its way.
let newer = false; // More was written since it was asked for.

const line = server(path);
const box = outbox(shelf, id, send);
watchForms(line.reached);

async function send(entry) {
  const answer = await line.send(entry);
  // Where the server worked out something else than this phone did, it is right.
  const { kept, revision } = answer.body ?? {};
  const same = kept && kept.revision === revision;
  if (same && entry.sums && entry.sums !== sums(revive(kept))) status.remember(id);
  return answer;
}

function fresh(into) {
  form = into;
  token = form.elements.namedItem("token")?.value ?? newToken();
  // What the server has answered is kept by its page alone.
  const keeps = !touched;
  const tapped = (draft) => {
    touched = true;
    look();
    if (keeps && !moved) half.keep(id, bookOf(moment), draft);
  };
  const before = keeps ? half.found(id, bookOf(moment)) : null;
  mount(form, { ...moment.kept.words, joined: moment.kept.words.joiner }, tapped, before);
  touched ||= before !== null && !empty(draftOf(fieldsOf(form), moment.state.seats));
  form.addEventListener("submit", submitted);
  if (ours || before) look();
  guard();
}

/** Show what the draft would do; before the page has its words, it is for the server to look at. */
function look() {
  if (!spoken()) tell({ ready: true });
  else if (moved) outdated(words);
  else tell(outlook(draftOf(fieldsOf(form), moment.state.seats), moment, words));
}

/** Take no more taps on `of`, a form on its way: they are for the next deal, or for nothing. Or take them again. */
const seal = (is, of = form) => of === form && (sent = form.inert = is);

/** Have the server's page take the place of this one, which can be sent again if none comes. */
function plainly(send = true) {
  const mine = form;
  onItsWay(() => half.drop(id), () => seal(false, mine));
  if (send) form.submit();
}

/** Put the deal into the outbox and send it; where no answer comes in time, go on without. */
async function submitted(event) {
  if (sent || !ready()) return event.preventDefault();
  const mine = form;
  seal(true);
  if (moved) {
    event.preventDefault();
    // The server's page keeps what is on the form; without signal the one drawn here shows what came.
    if (!ours && (await line.reached())) return plainly();
    await redraw();
    return seal(false, mine);
  }
  // Who reopens an evening goes by the plain form.
  if (!ours && form.elements.namedItem("reopen")) return plainly(false);
  event.preventDefault();
  try {
    await record(fieldsOf(form));
  } catch {
    // So does what cannot be told here; a page drawn here lets it be tried again, if it does not wait already.
    if (ours) seal(await box.holds(token).catch(() => false), mine);
    else plainly();
  }
}

async function record(fields) {
  const entry = entryOf(token, fields, moment, await box.entries(), latest);
  // The entry names the book that is shown: the server tells what came in between.
  await box.add(entry, moment.kept.revision);
  half.drop(id);
  await deliver(true);
}

/** Send what waits. `mine`: the page still shows the deal, which stays on it where the server has doubts. */
async function deliver(mine = false, reached = navigator.onLine) {
  status.signal("sending");
  // Nobody waits for the line: the next deal can be written meanwhile.
  const late = mine && setTimeout(() => redraw(false, () => sent), PATIENCE);
  const why = reached && !line.resting() ? await box.flush() : "line";
  await settled(why, mine);
  clearTimeout(late);
}

/** Show what became of what waited. */
async function settled(why, mine) {
  const { kept, entries } = await shelf.book(id);
  const stopped = why === "line" ? (line.resting() ? "busy" : "none") : "doubt";
  status.signal(entries.length ? stopped : "");
  if (!entries.length) {
    base = kept ?? base;
    status.show(entries, null);
  }
  if (why === "gone") await gone();
  else if (!entries.length) await (ours && touched && !sent ? redraw(true) : leave());
  else if (mine && !ours && entries.length === 1 && entries[0].problem) plainly();
  else await redraw(!mine || !sent);
}

/** Show the server's page, which is the truth, in the place of this one; whoever taps meanwhile goes on. */
function leave() {
  newer = coming !== null;
  coming ??= turn().finally(() => (coming = null));
  return coming;
}

async function turn() {
  newer = false;
  const page = await line.page();
  // A page that was asked for before the latest was written does not hold it.
  if (newer) return turn();
  if (over || ((touched || document.querySelector(".screen details[open]")) && !sent)) return;
  // What was written is known, and its page is not: this phone draws one.
  if (!page) return ours ? null : redraw();
  if (swap(page)) {
    fit();
    await adopt();
    status.announce();
  } else {
    status.carry(id);
    // With what it asks for, the page is waited for however slow it is.
    location.replace(`${path}?slow`);
  }
}

/** Begin with the page that the server drew. */
async function adopt() {
  const place = document.getElementById("kept");
  base = JSON.parse(place.dataset.kept);
  moment = revive(base);
  line.knows(document.querySelector('[name="csrf_token"]').value, `"${place.dataset.tag}"`);
  ours = moved = sent = false;
  const { answers } = place.dataset;
  // A page that answers a deal still holds it.
  touched = answers !== "";
  fresh(document.getElementById("deal"));
  if (touched) {
    const { dropped } = await import("./decision.js");
    await shelf.change(id, (entries) => dropped(entries, answers));
  }
  await compare();
}

/** Keep what the page holds, and see whether more is known here. */
async function compare() {
  if (base && !fits(base, await box.hear(base))) line.knows("", "");
  const { kept, entries } = await shelf.book(id);
  if (ours && kept) status.since(kept.seen);
  base = kept ?? base;
  status.differs(id);
  if (base && (ours || entries.length)) await redraw();
  else status.show(entries, null);
}

/** The link is good no more. It may be heard of twice: what was never sent is told once. */
async function gone() {
  if (over) return;
  over = true;
  document.querySelector(".screen").replaceChildren();
  const note = await status.note("#gone");
  const { instead } = await import("./gone.js");
  if (note) await instead(note, id);
  else location.replace(path);
}

/** Draw the page anew from what this phone knows. `quietly`: leave a form that somebody is tapping on. */
async function redraw(quietly = false, still = () => true) {
  const { kept, entries } = await shelf.book(id);
  const stays = () => quietly && ours && touched;
  const page = stays() ? null : await status.empty();
  if (over || !still()) return;
  base = kept ?? base;
  const before = moment && sums(moment);
  if (!stays() || !entries.length) latest = entries.at(-1)?.token;
  moment = comes(base, entries);
  if (stays()) {
    moved ||= sums(moment) !== before;
    look();
  } else if (page) {
    moved = touched = sent = false;
    draw(page, moment, words);
    if (moment.state.closed || !base.writes) unwritable(page, moment);
    // What watchers say is not right stays to be answered.
    const beside = document.getElementById("beside");
    if (beside) page.querySelector("main").prepend(beside);
    document.querySelector(".screen").replaceWith(page);
    ours = true;
    fit();
    const blank = page.querySelector("form.deal");
    if (blank) fresh(blank);
    status.announce();
  }
  const doubtful = Boolean(entries[0]?.problem);
  status.show(entries, standing(entries).length && !doubtful ? undo : null);
  if (entries.length && shelf.fragile) status.say("#fragile");
  status.differs(id);
  document.getElementById("doubt")?.toggleAttribute("hidden", !doubtful);
  if (doubtful) await decide(entries);
}

/** Ask what becomes of what the server would not have. */
async function decide(entries) {
  const doubt = await import("./doubt.js").catch(() => null);
  unasked = !doubt;
  doubt?.ask(entries, { id, csrf: line.token, book: () => base, decided });
}

const decided = () => redraw().then(() => deliver());

async function undo() {
  // As with the button that writes: a second tap that comes late must not fall on the deal before.
  if (Math.abs(Date.now() - undone) < LATE) return;
  undone = Date.now();
  await box.takeBack(newToken(), latest);
  await decided();
}

/** Ask the server where the evening stands. */
async function ask(signal) {
  status.slept();
  if (!spoken()) await speak();
  const answer = await line.state(signal);
  const { ours: known, ended, lost } = heard(answer);
  if (ended) {
    await gone();
    return { stop: true };
  }
  if (known) status.locked(lost);
  if (!known || (!answer.ok && answer.status !== 304)) {
    status.stale(true);
    return { wait: patience(answer) };
  }
  status.stale(false);
  status.release(answer.headers.get("X-Pages"));
  if (answer.status === 200) await arrived(await answer.json(), answer.headers.get("ETag"));
  await calm();
  // What this phone wrote is news too.
  const news = told !== base?.revision;
  told = base?.revision;
  return { news };
}

async function arrived({ csrf, ...kept }, etag) {
  line.knows(csrf);
  const entries = await box.hear(kept);
  if (!fits(kept, entries)) return;
  const before = base;
  line.knows("", etag ?? "");
  base = kept;
  if (!before) await redraw();
  else if (before.revision === kept.revision) return;
  else if (entries.length) await redraw(true);
  else if (!touched && !document.querySelector("details[open]")) await leave();
  else if (form) {
    moved = true;
    look();
  }
}

/** The line is there: send what waits, or go back to the server's own page. */
async function calm() {
  const entries = await box.entries();
  if (!coming && (unasked || (!entries.length && ours && base && !touched))) await leave();
  else if (entries.length && !entries[0].problem && !line.resting()) await deliver(false, true);
}

/** Get the words, and say what has been tapped meanwhile. */
const speak = () => status.begin().then(() => touched && look());

const { kept: drawn } = document.getElementById("kept").dataset;
const speaking = speak();
Promise.allSettled([speaking, drawn ? adopt() : speaking.then(compare)]).then(() =>
  pulse(ask, { failed: () => status.stale(true), busy: () => latest }),
);
