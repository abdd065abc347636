// Says once that without HTTPS no page opens without signal. The note comes with the empty page.

const TOLD = "plain-http";

function told() {
  try {
    return localStorage.getItem(TOLD) !== null;
  } catch {
    return true; // A browser that keeps nothing would say it on every page.
  }
}

if (!told()) {
  const answer = await fetch(`/shell?lang=${document.documentElement.lang}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const note = document.importNode(page.getElementById(TOLD), true);
  note.hidden = false;
  note.addEventListener("click", ({ target }) => {
    if (target.matches("button")) localStorage.setItem(TOLD, "told");
  });
  document.querySelector(".screen").before(note);
}
