// On the start page, and where a link opens nothing: forgets the evenings that this phone will never open again.

import { forget } from "./gone.js";
import { heard } from "./pulse.js";
import { known, unsent } from "./shelf.js";

const shut = document.querySelector("[data-evening]");
const past = document.getElementById("past");

/** Whether the server says that this phone will never open the evening `id` again. */
async function over(id) {
  const answer = await fetch(`/e/${id}/state.json`, { method: "HEAD", cache: "no-store" }).catch(() => null);
  return answer !== null && heard(answer).ended;
}

/** The evenings that are not listed; the cookie may only have had no room for them. */
async function unlisted() {
  for (const id of await known()) {
    const listed = document.querySelector(`a[href="/e/${CSS.escape(id)}/"]`);
    if (listed || !(await over(id))) continue;
    await forget(id, past.querySelector(".lost"));
    past.hidden = past.querySelector(".lost").hidden;
  }
}

if (past) {
  past.querySelector("button").addEventListener("click", () => (past.hidden = true));
  await unlisted();
} else {
  const { evening: id } = shut.dataset;
  const lost = shut.querySelector(".lost");
  if (lost) await forget(id, lost);
  else shut.querySelector("#locked").hidden = !(await unsent(id)).length;
}
