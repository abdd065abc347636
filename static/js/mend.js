// A deal of the book being put right: the server says what that would do, for it knows all that came behind.

import { mount } from "./record.js";

const form = document.getElementById("deal");
const words = JSON.parse(form.dataset.words);
const write = form.querySelector(".write");
const says = write.querySelector(".says");
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
    delete write.dataset.unready;
    says.textContent = words.offline;
  }
  delete write.dataset.waiting;
}

function told(look) {
  // Numbers for another book would mislead: sending the form shows what came in between, and keeps what is on it.
  const moved = look.revision !== Number(form.elements.namedItem("revision").value);
  for (const row of form.querySelectorAll(".seat")) {
    const { seat } = row.dataset;
    const result = row.querySelector(".result");
    result.textContent = moved ? "" : (look.results[seat] ?? "");
    result.className = `result ${(!moved && look.signs[seat]) || "even"}`;
  }
  if (moved) write.querySelector(".do").textContent = words.look;
  says.textContent = moved ? words.moved : look.ready ? look.says : look.missing;
  if (moved || look.ready) delete write.dataset.unready;
}

form.addEventListener("submit", (event) => {
  if (sent || "unready" in write.dataset) event.preventDefault();
  else sent = true;
});

// Coming back by the Back button shows the book as it is now, not the form that was sent.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) window.location.reload();
});

mount(form, words, preview);

// A second tap that comes late must not fall on the fresh page's button.
if (!("unready" in write.dataset)) {
  write.dataset.unready = "1";
  setTimeout(() => {
    if (asked === null) delete write.dataset.unready;
  }, 1200);
}
