// A deal of the book being put right: the server says what that would do, for it knows all that came behind.

import { guard, mount, outdated, ready, tell } from "./record.js";

const form = document.getElementById("deal");
const words = JSON.parse(form.dataset.words);
const write = form.querySelector(".write");
let asked = null;
let sent = false;

/** Ask the server what the form would do; an answer to an older question is dropped. */
async function preview() {
  asked?.abort();
  asked = new AbortController();
  const { signal } = asked;
  write.dataset.waiting = "1";
  write.dataset.unready = "1";
  try {
    const answer = await fetch(form.dataset.preview, { method: "POST", body: new FormData(form), signal });
    if (!answer.ok) throw new Error(String(answer.status));
    told(await answer.json());
  } catch (error) {
    if (error.name === "AbortError") return;
    tell({ ready: true, says: words.offline });
  }
  delete write.dataset.waiting;
}

function told(look) {
  // Sending the form then shows what came in between, and keeps what is on it.
  if (look.revision !== Number(form.elements.namedItem("revision").value)) outdated(words);
  else tell(look);
}

form.addEventListener("submit", (event) => {
  if (sent || !ready()) event.preventDefault();
  else sent = true;
});

mount(form, words, preview);
guard();
