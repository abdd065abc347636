// On the start page, and where a link is not good: forgets the evenings that this phone may not open any more.

import { tell } from "./gone.js";
import { all, erase, unsent } from "./shelf.js";

const lost = document.querySelector("[data-evening]");

/** The evening that this page would show. */
async function named({ dataset: { evening } }) {
  tell(lost.querySelector(".lost"), await erase(evening));
}

/** What was never sent waits for the page that tells of it. */
async function unlisted() {
  for (const { id } of await all()) {
    const listed = document.querySelector(`a[href="/e/${CSS.escape(id)}/"]`);
    if (!listed && !(await unsent(id)).length) await erase(id);
  }
}

// A browser may keep nothing at all.
if (window.indexedDB) await (lost ? named(lost) : unlisted());
