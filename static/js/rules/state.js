// Where an evening stands: a small value that each line of the book turns into the next one; `start` in course.js
// says what is in it.

import { Refused, problem } from "./problems.js";
import { LIMIT, POT } from "./seat.js";

/** A refusal for one reason. */
export const refusal = (code, field, params = {}, seat = null) => new Refused([problem(code, field, params, seat)]);

export const tooLarge = (field, amount, seat = null, limit = LIMIT) =>
  refusal("amount-too-large", field, { amount, limit }, seat);

/** The balance of `seat` as people see it: stack included. */
export const shown = ({ balances, stacks }, seat) => (balances.get(seat) ?? 0) + (stacks.get(seat) ?? 0);

/** Refuse a balance that is past the limit as people see it. */
export function refuseTooLarge(state) {
  for (const seat of state.balances.keys()) {
    const amount = Math.abs(shown(state, seat));
    if (amount > LIMIT) throw tooLarge("balances", amount, seat);
  }
}

/** The balances of `state`, and the pot, after `transfers`. */
export function booked(state, transfers) {
  const accounts = new Map(state.balances).set(POT, state.carried);
  for (const { source, target, amount } of transfers) {
    accounts.set(source, accounts.get(source) - amount);
    accounts.set(target, accounts.get(target) + amount);
  }
  const carried = accounts.get(POT);
  accounts.delete(POT);
  return { balances: accounts, carried };
}
