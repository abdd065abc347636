// What a phone shows in place of a table: that its link was revoked, or the evenings it keeps.

import { element } from "./sheet.js";
import { note } from "./status.js";

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
