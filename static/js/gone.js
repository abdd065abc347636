// An evening this phone may not open any more: it is forgotten, and nothing of it stays to be seen.

import { erase } from "./shelf.js";

/** Forget the evening `id`; what was never sent of it is told once more in `place`. */
export async function forget(id, place) {
  const deals = (await erase(id)).filter(({ says }) => says);
  place.hidden = !deals.length;
  const told = deals.map(({ says }) => Object.assign(document.createElement("li"), { textContent: says }));
  place.querySelector("ul").replaceChildren(...told);
}

/** Put `note` in the place of all that the page shows. */
export function instead(note) {
  const main = document.createElement("main");
  main.append(note);
  note.hidden = false;
  document.title = document.title.split(" · ").at(-1);
  document.body.replaceChildren(main);
}
