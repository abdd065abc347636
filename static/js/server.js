// One evening's server, as the record page speaks with it.

import { LONGEST, heard, patience } from "./pulse.js";

const TIMEOUT = 10_000;
const SLOWEST = 60_000;
const PAUSE = 1000;

/** The server of the evening whose table is at `path`. */
export function server(path) {
  let csrf = "";
  let tag = "";
  let rests = 0; // Until when nothing is sent to it (ms).
  let refusals = 0; // How often it took nothing, one after the other.

  const knows = (token, newest) => {
    csrf = token || csrf;
    tag = newest ?? tag;
  };

  /** Send one entry of the outbox; throws where no answer comes. */
  async function send(entry) {
    const body = new URLSearchParams([...entry.fields, ["token", entry.token], ["revision", entry.revision]]);
    body.set("csrf_token", csrf);
    const answer = await fetch(`${path}${entry.kind}`, {
      method: "POST",
      headers: { Accept: "application/json" },
      body,
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const told = (answer.headers.get("Content-Type") ?? "").includes("json") ? await answer.json() : null;
    knows(told?.csrf);
    // What takes nothing now is asked less and less.
    refusals = answer.status < 429 ? 0 : refusals + 1;
    rests = Date.now() + Math.max(refusals && Math.min(PAUSE * 2 ** refusals, SLOWEST), patience(answer));
    return { status: answer.status, body: told, ...heard(answer) };
  }

  const state = (signal) =>
    fetch(`${path}state.json`, { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store", signal });

  /** Whether the line is there. */
  async function reached() {
    const answer = await state(AbortSignal.timeout(TIMEOUT)).catch(() => null);
    return answer !== null && heard(answer).ours && answer.status < 500;
  }

  /** Whether nothing is sent to it now. A clock that was set back is not believed. */
  const resting = () => rests > Date.now() && rests - Date.now() <= LONGEST;

  /** The page that the server has of this evening now; null where none comes, or not one to write with. */
  async function page() {
    const answer = await fetch(path, { cache: "no-store", signal: AbortSignal.timeout(SLOWEST) }).catch(() => null);
    if (!answer?.ok || !heard(answer).ours) return null;
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  }

  return { knows, token: () => csrf, send, state, reached, page, resting };
}
