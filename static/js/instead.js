// What a phone shows where it cannot write a deal: what everybody has, that its link was revoked, the evenings it keeps.

import { sign, writer } from "./amounts.js";
import { shown } from "./rules/state.js";
import { bdi, dealOrder, element } from "./sheet.js";
import { note } from "./status.js";

/** The seats with what they have, for who only watches, and for a closed evening. */
export function watched({ state, kept }) {
  const { signed } = writer(kept.rules, kept.language, kept.units);
  const rows = dealOrder(state).map((seat) => {
    const has = shown(state, seat);
    const who = element("span", "who", element("span", "name", bdi(kept.names[seat])));
    return element("li", "seat watched", who, element("span", `result ${sign(has)}`, signed(has)));
  });
  return element("ul", "rows", ...rows);
}

/** The note of a page whose link was revoked: nothing is kept, but what was never sent is told once more. */
export async function revoked(lost) {
  const place = await note("#gone");
  if (!place) return "";
  place.hidden = false;
  const deals = lost.filter(({ says }) => says);
  if (deals.length) place.querySelector(".lost").hidden = false;
  place.querySelector("ul").replaceChildren(...deals.map(({ says }) => element("li", "", says)));
  return place;
}

/** The evenings this phone keeps, as links. */
export function evenings(all) {
  const links = all.map(({ id, title, names }) => {
    const link = element("a", "card", element("strong", "", title), Object.values(names).join(", "));
    link.href = `/e/${id}/`;
    return element("li", "", link);
  });
  return element("ul", "cards", ...links);
}
