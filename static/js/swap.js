// The server's page in the place of the one that is shown, without leaving it: no tap is lost while it comes.

const { version } = document.getElementById("kept").dataset;

/** Show `page`, a whole one; false where it is of another kind or release, and comes with other parts. */
export function swap(page) {
  const kept = page.getElementById("kept");
  const same = kept?.dataset.version === version && page.documentElement.lang === document.documentElement.lang;
  if (!same) return false;
  document.title = page.title;
  document.getElementById("kept").replaceWith(document.importNode(kept, true));
  document.querySelector(".screen").replaceWith(document.importNode(page.querySelector(".screen"), true));
  // The page it takes the place of may have come without.
  import("./beside.js").catch(() => {});
  return true;
}
