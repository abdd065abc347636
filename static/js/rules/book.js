// The book: what follows from an evening's events. `step` does one line, `fold` all of them.

import { turn } from "./aside.js";
import { start } from "./course.js";
import { dealt } from "./deal.js";
import { Refused } from "./problems.js";
import { resolve } from "./resolve.js";
import { plan } from "./settle_up.js";
import { refusal, tooLarge } from "./state.js";

/**
 * What a line does at `state`, as the book keeps it: `transfers` and the state `after`; of a deal its `deal`,
 * `opening` and `settlement` too. `past` led to `state`. Throws `Refused`.
 */
export function step(state, { number, event }, past) {
  if (event.kind === "deal") return { number, event, ...dealt(state, event.deal) };
  const [after, transfers] = turn(state, event, past);
  return { number, event, transfers, after };
}

/** An evening, replayed: its `state`, and what each line in force did. Throws `Refused` at the first impossible. */
export function fold(opened, events) {
  const resolved = resolve(events);
  let state = start(opened);
  const past = [];
  for (const line of resolved.lines) {
    past.push(at(line.number, () => step(state, line, past)));
    state = past.at(-1).after;
  }
  const paid = resolved.marked.map(({ number, event }) => at(number, () => marked(state, event)));
  return { ...resolved, state, past, paid };
}

/** What `act` returns; what it refuses is told of event `number`. */
function at(number, act) {
  try {
    return act();
  } catch (refused) {
    throw refused instanceof Refused ? new Refused(refused.problems, number) : refused;
  }
}

/** The mark of a planned payment, as far as it can be one: `paid` of what `source` owes `target` changed hands. */
function marked(state, mark) {
  const { source, target, paid } = mark;
  if (!state.closed) throw refusal("bad-target", "kind");
  const planned = plan(state, state.settle ?? {}).find((one) => one.source === source && one.target === target);
  if (!planned) throw refusal("bad-target", "to");
  if (paid < 0) throw refusal("bad-shape", "paid");
  if (paid > planned.amount) throw tooLarge("paid", paid, null, Number(planned.amount));
  return mark;
}
