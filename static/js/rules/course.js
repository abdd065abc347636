// The course of an evening beside its deals: how it begins, what it comes to where nobody deals, when it may end.
// A page that only records deals does without.

import { opening } from "./opening.js";
import { Refused, headcount } from "./problems.js";
import { LIMIT } from "./seat.js";
import { booked, refusal, refuseTooLarge, tooLarge } from "./state.js";

/**
 * The state an evening begins in. `seats`: who is present, in deal order; `order`: who is seated, those who sit
 * out too; `balances` of everybody who ever was (without `stacks`: they and `carried` add up to 0); `next`: the
 * coming deal; `dealt`: who has dealt; `mayFinish` of the last deal. Throws `Refused`.
 */
export function start({ rules, seats, firstDealer, stacks }) {
  refuseCount(rules, seats.length);
  if (!seats.includes(firstDealer)) throw refusal("unknown-dealer", "first_dealer");
  const next = opening(rules, { seats, dealer: firstDealer, carried: 0 });
  if (next.table.pot > LIMIT) {
    const pair = rules["ante.on_empty_pot.each"] === null ? "ante." : "ante.on_empty_pot.";
    const higher = rules[`${pair}dealer`] > rules[`${pair}each`] ? "dealer" : "each";
    throw tooLarge(`options.${pair}${higher}`, next.table.pot);
  }
  const balances = new Map(seats.map((seat) => [seat, 0]));
  const nothing = { carried: 0, dealt: [], mayFinish: false, closed: false, settle: null };
  return { rules, seats, order: seats, balances, stacks, next, ...nothing };
}

/** Whether the ruleset's own end is reached; the playing time is the page's business. */
export function mayEnd({ rules, mayFinish, seats, dealt }) {
  if (rules.end === "rotation") return seats.every((seat) => dealt.includes(seat));
  return rules.end === "free" || mayFinish;
}

export function refuseCount(rules, count) {
  const problems = headcount(rules, count);
  if (problems.length) throw new Refused(problems);
}

/** `state` with other people at the table and `dealer` to deal next, the opening computed anew. */
export function reseated(state, order, present, dealer) {
  const { table } = state.next;
  const seats = order.filter((seat) => present.includes(seat));
  return openedAnew({ ...state, order, seats }, dealer, dealer === table.dealer ? table.redeals : 0);
}

/** `state` after `transfers` that are no deal's. */
export function moved(state, transfers) {
  const after = { ...state, ...booked(state, transfers) };
  refuseTooLarge(after);
  return openedAnew(after, state.next.table.dealer, state.next.table.redeals);
}

function openedAnew(state, dealer, redeals) {
  const { rules, seats, carried } = state;
  const next = opening(rules, { seats, dealer, carried, redeals, call: state.next.call });
  if (next.table.pot > LIMIT) throw tooLarge("pot", next.table.pot);
  return { ...state, next };
}
