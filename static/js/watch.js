// A phone that watches: asks now and then whether anything was written, and shows it.

const place = document.getElementById("watched");
const EVERY = 3000;
let tag = "";

async function ask() {
  // Whoever reads what is under "More" should not have it closed under their eyes.
  if (document.hidden || !place || place.querySelector("details[open]")) return;
  try {
    const answer = await fetch(place.dataset.live, { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store" });
    if (answer.status === 200) {
      const first = tag === "";
      tag = answer.headers.get("ETag") ?? "";
      const text = await answer.text();
      if (!first && place.dataset.writes) window.location.reload();
      else if (!first) place.innerHTML = text;
    }
  } catch {
    // No signal: the page keeps what it has, and asks again.
  }
}

setInterval(ask, EVERY);
document.addEventListener("visibilitychange", ask);
window.addEventListener("pageshow", ask);
