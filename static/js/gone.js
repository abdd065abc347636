// An evening this phone may not open any more: nothing of it stays to be seen, but what was never sent.

import { drop as untap } from "./half.js";
import { erase, forget as drop } from "./shelf.js";

/** Forget the evening `id`, and tell in `place` what was never sent of it, until somebody has noted it. */
export async function forget(id, place) {
  untap(id);
  const deals = (await drop(id)).filter(({ says }) => says);
  const told = deals.map(({ says }) => Object.assign(document.createElement("li"), { textContent: says }));
  place.querySelector("ul").append(...told);
  place.hidden = !place.querySelector("li");
  place.querySelector("button").addEventListener("click", async () => {
    await erase(id);
    place.hidden = true;
  });
}

/** Put `note` in the place of all that the page shows of the evening `id`, and forget that. */
export async function instead(note, id) {
  const main = document.createElement("main");
  main.append(note);
  note.hidden = false;
  // It is all that the page is about now.
  const heading = document.createElement("h1");
  const title = note.querySelector("h2");
  heading.textContent = title.textContent;
  title.replaceWith(heading);
  document.title = document.title.split(" · ").at(-1);
  document.body.replaceChildren(main);
  await forget(id, note.querySelector(".lost"));
}
