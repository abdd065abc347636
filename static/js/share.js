// Gives a link away: by the phone's own sheet, or by the clipboard. Where a browser has neither, as over plain
// HTTP, the link is selected, ready to be copied.

const address = document.getElementById("address");
const copy = document.getElementById("copy");
const send = document.getElementById("send");
const told = document.getElementById("told");

function select() {
  const range = document.createRange();
  range.selectNodeContents(address);
  const selection = window.getSelection();
  selection.removeAllRanges();
  selection.addRange(range);
  told.textContent = copy.dataset.selected;
}

copy?.addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(address.href);
    told.textContent = copy.dataset.copied;
  } catch {
    select();
  }
});

if (send && navigator.share) {
  send.hidden = false;
  send.addEventListener("click", () => {
    // Whoever closes the sheet without sending has done nothing wrong.
    navigator.share({ title: document.title, url: address.href }).catch(() => {});
  });
}
