// Asks again and again: every few seconds, seldom once nothing was written for long, never while the page is
// hidden, and at once when the phone wakes or finds its signal again.

const SOON = 3000;
const SELDOM = 20_000;
const QUIET = 30 * 60_000;

/** Call `ask(signal)` until it says `stop`; `news` says that something was written, `wait` when to ask again (ms). */
export function pulse(ask) {
  let latest = Date.now();
  let timer = null;
  let asked = null;
  let stopped = false;

  const pause = () => (Date.now() - latest > QUIET ? SELDOM : SOON);

  async function again() {
    clearTimeout(timer);
    // A question that is still open is given up: a line may have died in sleep.
    asked?.abort();
    if (document.hidden || stopped) return;
    asked = new AbortController();
    const question = asked;
    const { news = false, wait = 0, stop = false } = await ask(question.signal);
    if (question !== asked) return;
    if (news) latest = Date.now();
    stopped ||= stop;
    if (!stopped) timer = setTimeout(again, Math.max(wait, pause()));
  }

  document.addEventListener("visibilitychange", again);
  window.addEventListener("pageshow", again);
  window.addEventListener("online", again);
  // The page is there before it is told to be shown.
  timer = setTimeout(again, SOON);
  return again;
}

/** How long the server wants to be left alone, in ms. */
export const patience = (answer) => 1000 * (Number(answer.headers.get("Retry-After")) || 0);
