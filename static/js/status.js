// What the record page says beside the deal: what is not sent, what the server would not have, how old it all is.

import { writer } from "./amounts.js";
import { fill, isolated } from "./outlook.js";

const DIFFERS = "ledger-differs";
const one = (selector) => document.querySelector(selector);
const pages = new DOMParser();
const shell = () => `/shell?lang=${document.documentElement.lang}`;

let ready = null;
let seen = new Date();
let text = "";

const fetched = async () => {
  const answer = await fetch(shell());
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.text();
};

const parsed = async () => {
  const source = await (ready ??= fetched().catch(() => (ready = null)));
  return source && pages.parseFromString(source, "text/html");
};

/** Get the empty page while there is signal, with the seldom `words`, and say what was noted for this page. */
export function begin(id, words) {
  parsed().then((page) => page && Object.assign(words, JSON.parse(page.getElementById("kept").dataset.words)));
  differs(id);
}

/** Say it where the server worked out something else than this phone. */
export function differs(id) {
  if (sessionStorage.getItem(DIFFERS) !== id) return;
  sessionStorage.removeItem(DIFFERS);
  say("#differs");
}

/** A copy of the empty page; null where it never came. */
export async function empty() {
  const page = await parsed();
  return page && document.importNode(page.querySelector(".screen"), true);
}

/** The server worked out something else than this phone: what is shown next says so. */
export const remember = (id) => sessionStorage.setItem(DIFFERS, id);

/** What nobody has put away is said on the next page too. */
export const carry = (id) => one("#differs:not([hidden])") && remember(id);

/** A note of the page, or of the empty one; null where neither has it. */
async function note(selector) {
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

/** A deal in words: "Deal 3: Dan +4, Ben −5". */
export function line({ last, kept }, words) {
  const { signed } = writer(kept.rules, kept.language, kept.units);
  const won = [...last.results].map(([seat, amount]) => `${isolated(kept.names[seat])} ${signed(amount)}`);
  return `${fill(words.deal, { number: last.deal })}: ${won.join(", ") || words["nobody-played"]}`;
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
  const words = JSON.parse(one("#kept").dataset.words);
  const time = seen.toLocaleTimeString("de-CH", { hour: "2-digit", minute: "2-digit" });
  beside(text || (is ? fill(words.stale, { time }) : ""));
}

/** Another release of the pages is there. */
export function release(version) {
  const mine = one("#kept").dataset.version;
  if (version && mine && version !== mine) say("#new-version");
}

/** Show what is not sent: how much, the way back, and what only a person can decide. */
export function show(entries, deals, words, base, acts) {
  text = entries.length ? fill(words.unsent, { count: entries.length }) : "";
  stale(false);
  const undo = one("#take-back");
  const [first] = entries;
  if (undo) {
    undo.hidden = !deals.length || Boolean(first?.problem);
    undo.onclick = acts.undo;
  }
  const place = one("#doubt");
  if (!place) return;
  place.hidden = !first?.problem;
  if (!first?.problem) return;
  place.querySelector(".why").textContent = first.problem === "stale" ? "" : (first.reason ?? "");
  for (const part of place.querySelectorAll("[data-if]")) part.hidden = part.dataset.if !== (first.problem === "taken" ? "taken" : "stale");
  place.querySelector(".moved").hidden = first.problem !== "stale";
  place.querySelector(".came").replaceChildren(...(first.lines ?? []).map((said) => item(said)));
  const mine = entries.map((entry) => item(entry.kind === "undo" ? `${words.undone} ${entry.says}` : entry.says, place, () => acts.drop(entry.token)));
  place.querySelector(".mine").replaceChildren(...mine);
  const write = place.querySelector(".write-mine");
  // What would take back a deal of this phone must not take back one of another.
  write.hidden = first.problem === "refused" || (first.problem === "stale" && first.kind === "undo");
  write.onclick = acts.insist;
}

function item(said, place = null, drop = null) {
  const made = document.createElement("li");
  made.append(said);
  if (!drop) return made;
  const button = place.querySelector("template").content.firstElementChild.cloneNode(true);
  button.addEventListener("click", drop);
  made.append(" ", button);
  return made;
}

/** What a page says whose link was revoked: nothing is kept, but what was never sent is told once more. */
export async function gone(lost) {
  const place = await note("#gone");
  if (!place) return "";
  place.hidden = false;
  const deals = lost.filter(({ says }) => says);
  if (deals.length) place.querySelector(".lost").hidden = false;
  place.querySelector("ul").replaceChildren(...deals.map(({ says }) => item(says)));
  return place;
}

/** The evenings this phone keeps, as links. */
export function evenings(all) {
  const list = document.createElement("ul");
  list.className = "cards";
  for (const { id, title, names } of all) {
    const link = Object.assign(document.createElement("a"), { className: "card", href: `/e/${id}/` });
    link.append(Object.assign(document.createElement("strong"), { textContent: title }), Object.values(names).join(", "));
    const made = document.createElement("li");
    made.append(link);
    list.append(made);
  }
  one(".screen").replaceChildren(list);
}
