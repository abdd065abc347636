// What the server would not have of what this phone wrote, shown until a person decides what becomes of it.

import { dropped, rebased } from "./decision.js";
import { LIMIT } from "./pulse.js";
import { recounted } from "./recount.js";
import { change, unsent } from "./shelf.js";
import { line, words } from "./status.js";

const LATE = 1200;
const NEAR = 24;
let latest = { at: 0, x: 0, y: 0 };

/** Whether `event` is the second tap of two: what it falls on only came there by the first. */
function twice({ clientX: x, clientY: y }) {
  const before = latest;
  latest = { at: Date.now(), x, y };
  return latest.at - before.at < LATE && Math.hypot(x - before.x, y - before.y) < NEAR;
}

/**
 * Ask what becomes of the unsent `entries` of the evening `id`. `book()` is the book that is shown, `decided()`
 * goes on.
 */
export function ask(entries, { id, csrf, book, decided }) {
  const place = document.getElementById("doubt");
  if (!place) return;
  const part = (selector) => place.querySelector(selector);
  const [{ problem, reason = "", lines = [], kind, revision }] = entries;
  const stale = problem === "stale";
  const taken = problem === "taken";
  const { writes, head: { closed } } = book();
  // What kept the server from it may be over, once something was written behind it.
  const over = problem === "refused" && book().revision !== revision;
  part(".why").textContent = closed && !taken ? words["evening-closed"] : stale || over ? "" : reason;
  for (const other of place.querySelectorAll("[data-if]"))
    other.hidden = other.dataset.if !== (taken ? "taken" : "stale");
  part(".moved").hidden = !stale;
  part(".came").replaceChildren(...lines.map((said) => item(said)));
  const counted = recounted(entries, book(), line);
  part(".mine").replaceChildren(...counted.map((entry) => mine(entry, part("template"), drop)));
  // What would take back a deal of this phone must not take back one of another.
  part(".write-mine").hidden = !taken && (closed || kind === "undo" || (problem === "refused" && !over));
  part(".write-mine").onclick = insist;
  // The server's page, which leads there, is not to be had while something waits.
  part(".reopen").hidden = !closed || taken || !writes;

  async function drop(event, token) {
    if (twice(event)) return;
    await change(id, (now) => recounted(dropped(now, token), book(), line));
    await decided();
    if (document.activeElement !== document.body) return;
    const next = document.querySelector("#doubt:not([hidden]) .mine .button, .who.rich, .write");
    next?.focus();
  }

  /** Write what waits after all: behind what was written meanwhile, which is shown, or with the book taken back. */
  async function insist(event) {
    if (twice(event)) return;
    const [first] = await unsent(id);
    if (!first || part(".write-mine").hidden) return;
    if (taken) await take(id, csrf());
    const behind = taken ? first.revision : book().revision;
    await change(id, (now) => recounted(rebased(now, behind), book(), line));
    await decided();
  }
}

/** Take the book back from another phone. */
async function take(id, csrf) {
  const body = new URLSearchParams({ csrf_token: csrf });
  const signal = AbortSignal.timeout(LIMIT);
  await fetch(`/e/${id}/scribe`, { method: "POST", body, redirect: "manual", signal }).catch(() => {});
  document.querySelector("#beside .taken")?.remove();
}

function item(...said) {
  const made = document.createElement("li");
  made.append(...said);
  return made;
}

/** What was written here, with a button to drop it. */
function mine({ kind, says, token }, template, drop) {
  const button = template.content.firstElementChild.cloneNode(true);
  button.addEventListener("click", (event) => drop(event, token));
  return item(kind === "undo" ? `${words.undone} ${says}` : says, " ", button);
}
