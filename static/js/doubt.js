// What the server would not have of what this phone wrote, shown until a person decides what becomes of it.

import { dropped, rebased } from "./decision.js";
import { change, unsent } from "./shelf.js";
import { words } from "./status.js";

/**
 * Ask what becomes of the unsent `entries` of the evening `id`. `revision()` is that of the book that is shown,
 * `decided()` goes on.
 */
export function ask(entries, { id, csrf, revision, decided }) {
  const place = document.getElementById("doubt");
  if (!place) return;
  const part = (selector) => place.querySelector(selector);
  const [{ problem, reason = "", lines = [], kind }] = entries;
  const stale = problem === "stale";
  part(".why").textContent = stale ? "" : reason;
  for (const other of place.querySelectorAll("[data-if]"))
    other.hidden = other.dataset.if !== (problem === "taken" ? "taken" : "stale");
  part(".moved").hidden = !stale;
  part(".came").replaceChildren(...lines.map((said) => item(said)));
  part(".mine").replaceChildren(...entries.map((entry) => mine(entry, part("template"), drop)));
  // What would take back a deal of this phone must not take back one of another.
  part(".write-mine").hidden = problem === "refused" || (stale && kind === "undo");
  part(".write-mine").onclick = insist;

  async function drop(token) {
    await change(id, (now) => dropped(now, token));
    await decided();
  }

  /** Write what waits after all: behind what was written meanwhile, which is shown, or with the book taken back. */
  async function insist() {
    const [first] = await unsent(id);
    if (!first || part(".write-mine").hidden) return;
    if (first.problem === "taken") await take(id, csrf());
    await change(id, (now) => rebased(now, first.problem === "stale" ? revision() : first.revision));
    await decided();
  }
}

/** Take the book back from another phone. */
async function take(id, csrf) {
  const body = new URLSearchParams({ csrf_token: csrf });
  await fetch(`/e/${id}/scribe`, { method: "POST", body, redirect: "manual" }).catch(() => {});
}

function item(...said) {
  const made = document.createElement("li");
  made.append(...said);
  return made;
}

/** What was written here, with a button to drop it. */
function mine({ kind, says, token }, template, drop) {
  const button = template.content.firstElementChild.cloneNode(true);
  button.addEventListener("click", () => drop(token));
  return item(kind === "undo" ? `${words.undone} ${says}` : says, " ", button);
}
