// The book: what follows from an evening's events. `step` does one line, `fold` all of them.

import { turn } from "./aside.js";
import { start } from "./course.js";
import { dealt } from "./deal.js";
import { Refused } from "./problems.js";
import { amended, resolve } from "./resolve.js";
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

/**
 * An evening, replayed: its `state`, and what each line in force did. Throws `Refused` at the first impossible.
 * Payments are checked against the plan of their own closing, also of one that was taken back since.
 */
export function fold(opened, events) {
  const { lines, marked, before } = resolve(events);
  const played = play(opened, lines);
  checkPayments(played.state, marked);
  for (const closing of before) checkPayments(play(opened, amended(closing.effective)).state, closing.marked);
  return played;
}

function play(opened, lines) {
  let state = start(opened);
  const past = [];
  for (const line of lines) {
    past.push(at(line.number, () => step(state, line, past)));
    state = past.at(-1).after;
  }
  return { state, past };
}

/** What `act` returns; what it refuses is told of event `number`. */
function at(number, act) {
  try {
    return act();
  } catch (refused) {
    throw refused instanceof Refused ? new Refused(refused.problems, number) : refused;
  }
}

/** Refuse marks of payments that nobody planned at `state`, and more than was planned. */
function checkPayments(state, marks) {
  if (!marks.length) return;
  // Worked out once for all of them: an evening file may hold thousands.
  const planned = state.closed ? plan(state, state.settle ?? {}) : null;
  for (const { number, event } of marks) at(number, () => checkPayment(planned, event));
}

function checkPayment(planned, { source, target, paid }) {
  if (planned === null) throw refusal("bad-target", "kind");
  const payment = planned.find((one) => one.source === source && one.target === target);
  if (!payment) throw refusal("bad-target", "to");
  if (paid < 0) throw refusal("bad-shape", "paid");
  if (paid > payment.amount) throw tooLarge("paid", paid, null, Number(payment.amount));
}
