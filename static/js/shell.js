// The empty page, shown where no answer comes: the table as this phone keeps it, or what there is without one.

import { heard, patience, pulse } from "./pulse.js";
import { all, book } from "./shelf.js";

const [, id, page] = /^\/e\/([^/]+)\/(.*)/.exec(location.pathname) ?? [];

/** Put the part of the page that tells of `what` in the place of the table. */
function tell(what) {
  const { content } = document.getElementById("without");
  for (const part of content.querySelectorAll("[data-of]"))
    if (!part.dataset.of.split(" ").includes(what)) part.remove();
  document.querySelector(".screen").replaceWith(content);
  document.body.className = "";
  pulse(comes);
}

/** Open the page once there is one. */
async function comes(signal) {
  const answer = await fetch(location.href, { method: "HEAD", cache: "no-store", signal });
  if (heard(answer).ours && answer.status < 500) location.reload();
  return { wait: patience(answer) };
}

/** The evenings, open ones first, then those opened last, each as a link. */
function list(evenings) {
  const rank = ({ head, seen }) => (head.closed ? 0 : Number.MAX_SAFE_INTEGER) + seen;
  const place = document.querySelector(".cards");
  const card = place.querySelector("template").content.firstElementChild;
  for (const { id: of, title, names, writes } of evenings.sort((one, other) => rank(other) - rank(one))) {
    const made = card.cloneNode(true);
    made.querySelector("a").href = `/e/${of}/`;
    made.querySelector(".title").textContent = title;
    made.querySelector(".names").textContent = Object.values(names).join(", ");
    if (writes) made.querySelector(".tag").remove();
    place.append(made);
  }
}

/** What everybody has, with what is not sent yet. */
async function standing() {
  const [{ comes: moment }, { balances }] = await Promise.all([import("./moment.js"), import("./sheet.js")]);
  document.querySelector("main").append(balances(moment(evening, entries)));
  const old = document.getElementById("old");
  old.textContent = old.textContent.replace("{time}", new Date(evening.seen).toTimeString().slice(0, 5));
}

const { kept: evening, entries } = id ? await book(id) : {};
if (location.pathname === "/") {
  const evenings = await all();
  tell(evenings.length ? "evenings" : "none");
  if (evenings.length) list(evenings);
} else if (!id) {
  tell("elsewhere");
} else if (!evening) {
  tell("nothing");
} else if (page) {
  tell(page === "standing" ? page : "page");
  document.getElementById("back").href = `/e/${id}/`;
  if (page === "standing") await standing();
} else {
  await import("./table.js");
}
