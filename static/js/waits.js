// On every page of an evening but the table: says what waits on this phone, which is not in what the page shows, and
// keeps what only the whole book may answer from being sent. The table alone sends what waits.

import { counted } from "./outbox.js";
import { book } from "./shelf.js";

const place = document.getElementById("waits");
const { evening, revision, again } = place.dataset;
const forms = document.querySelectorAll("form[data-whole]");
let first; // The token of the first entry that waited when this page looked last.
let touched = false;

/** Look at what waits, and say so; returns whether anything is to be seen before a form is sent. */
async function look() {
  const { entries } = await book(evening);
  const before = first;
  first = entries[0]?.token;
  // What waited was sent meanwhile, and is not on this page: shown anew, where nothing typed is lost by that.
  if (before && before !== first && again && !touched) {
    window.location.reload();
    return true;
  }
  if (first) show(entries);
  place.hidden = !first;
  for (const form of forms) {
    for (const button of form.querySelectorAll('[type="submit"]')) button.setAttribute("aria-disabled", Boolean(first));
  }
  return Boolean(first);
}

function show(entries) {
  const says = place.querySelector("[data-says]");
  says.textContent = says.dataset.says.replace("{count}", counted(entries));
  const [{ problem, tried, revision: behind }] = entries;
  // Who left the table before its answer came may see here what was written by that.
  place.querySelector("[data-without]").hidden = !problem && Boolean(tried) && behind !== Number(revision);
  place.querySelector("[data-stops]").hidden = !forms.length;
  const way = problem ? "decide" : "send";
  for (const sentence of place.querySelectorAll("[data-way]")) sentence.hidden = sentence.dataset.way !== way;
}

/** Send `form` where nothing waits, seen anew: another page may have written. Else what waits is shown. */
async function submitted(event) {
  event.preventDefault();
  // What cannot be looked at must not hold the evening up.
  if (!(await look().catch(() => false))) return event.target.submit();
  place.scrollIntoView();
  place.querySelector("a").focus();
}

const glance = () => document.hidden || look().catch(() => {});

for (const form of forms) form.addEventListener("submit", submitted);
document.addEventListener("input", () => (touched = true));
document.addEventListener("visibilitychange", glance);
window.addEventListener("pageshow", glance);
glance();
