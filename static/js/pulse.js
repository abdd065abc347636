// Asks again and again: every few seconds, seldom once nothing was written for long, never while the page is
// hidden, and at once when the phone wakes or finds its signal again.

const SOON = 3000;
const SELDOM = 20_000;
const QUIET = 30 * 60_000;
/** For how long the server can want to be left alone, at most (ms). */
export const LONGEST = 5 * 60_000;
/** How long an answer may take (ms): a line may be dead and not say so. */
export const LIMIT = 8000;
/** After how long without an answer a page says how old it is (ms); asked seldom, it hears less often. */
export const SILENT = 30_000;

/**
 * Call `ask(signal)`, `every` so many ms, until it says `stop`; `news` says that something was written, `wait` how
 * long to leave the server alone (ms). `failed` is called where no answer came, or none that can be read. While the
 * phone is `busy`, with what it could not send, nothing is quiet.
 */
export function pulse(ask, { failed = () => {}, every = SOON, busy = () => false } = {}) {
  let latest = Date.now();
  let until = 0;
  let timer = null;
  let asked = null;
  let stopped = false;

  async function again() {
    clearTimeout(timer);
    // A question that is still open is given up: a line may have died in sleep.
    asked?.abort();
    if (document.hidden || stopped) return;
    const question = new AbortController();
    asked = question;
    const left = until - Date.now();
    // A clock that was set back is not believed.
    if (left > 0 && left <= LONGEST) {
      timer = setTimeout(again, left);
      return;
    }
    const limit = setTimeout(() => question.abort(), LIMIT);
    const { news = false, wait = 0, stop = false } = await ask(question.signal).catch(() => {
      if (question === asked) failed();
      return {};
    });
    clearTimeout(limit);
    if (question !== asked) return;
    if (news) latest = Date.now();
    until = Date.now() + wait;
    stopped ||= stop;
    const pause = Date.now() - latest > QUIET && !busy() ? SELDOM : every;
    if (!stopped) timer = setTimeout(again, Math.max(wait, pause));
  }

  document.addEventListener("visibilitychange", again);
  window.addEventListener("pageshow", again);
  window.addEventListener("online", again);
  // The page is there before it is told to be shown.
  timer = setTimeout(again, SOON);
  return again;
}

/** How long the server wants to be left alone, in ms: it says for how many seconds, or until when. */
export function patience({ headers }) {
  const told = headers.get("Retry-After") ?? "";
  const ms = /^\d+$/.test(told) ? 1000 * Number(told) : Date.parse(told) - Date.now();
  return Math.min(Math.max(ms || 0, 0), LONGEST);
}

/**
 * What an answer says beside its content: whether it is `ours` and not that of something on the way, whether the
 * link has `ended` for good, or this phone has `lost` it.
 */
export function heard({ headers }) {
  const link = headers.get("X-Link");
  return { ours: headers.has("X-Pages"), ended: link === "ended", lost: link === "missing" };
}
