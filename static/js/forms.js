// The forms of the record page that go as a browser sends them: they are for what only the server can do.

import { say } from "./status.js";

const LONG = 10_000;

/** A form is on its way to the next page: `left` is called once that is there, `stays` where it takes too long. */
export function onItsWay(left, stays) {
  const waiting = new AbortController();
  window.addEventListener("pagehide", left, { signal: waiting.signal });
  setTimeout(() => {
    waiting.abort();
    stays();
  }, LONG);
}

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
