// The forms of the record page for what only the server can do.

import { say } from "./status.js";

/** Send them only where the server is there, which `reached()` finds out; without signal they wait for another tap. */
export function watchForms(reached) {
  let asked = null;
  document.addEventListener("submit", async (event) => {
    const { target, submitter } = event;
    if (target === asked || !target.matches('form[method="post"]:not(.deal)')) return;
    event.preventDefault();
    asked = (await reached()) && target;
    if (asked) asked.requestSubmit(submitter);
    else say("#no-line");
  });
}
