// On the start page, and where a link is not good: forgets the evenings that this phone may not open any more.

import { forget } from "./gone.js";
import { all, erase, unsent } from "./shelf.js";

const lost = document.querySelector("[data-evening]");

/** What was never sent waits for the page that tells of it. */
async function unlisted() {
  for (const { id } of await all()) {
    const listed = document.querySelector(`a[href="/e/${CSS.escape(id)}/"]`);
    if (!listed && !(await unsent(id)).length) await erase(id);
  }
}

// A browser may keep nothing at all.
if (window.indexedDB) await (lost ? forget(lost.dataset.evening, lost.querySelector(".lost")) : unlisted());
