// An evening this phone may not open any more: nothing of it stays to be seen.

/** Tell once more in `place` what was never sent of it. */
export function tell(place, lost) {
  const deals = lost.filter(({ says }) => says);
  place.hidden = !deals.length;
  const told = deals.map(({ says }) => Object.assign(document.createElement("li"), { textContent: says }));
  place.querySelector("ul").replaceChildren(...told);
}

/** Put `note` in the place of all that the page shows, with what was `lost` because it was never sent. */
export function instead(note, lost) {
  const main = document.createElement("main");
  main.append(note);
  tell(note.querySelector(".lost"), lost);
  note.hidden = false;
  document.title = document.title.split(" · ").at(-1);
  document.body.replaceChildren(main);
}
