// The opening of the next deal: who deals it, who antes what, and whether everybody must play.

import { sum } from "./seat.js";

/**
 * The opening of a deal by `dealer` when `carried` lies in the pot: the `table` it will meet, the `antes` by
 * seat (zeros included) and the `call`: "usual", "again" (nobody played) or "none" (a redeal without ante).
 */
export function opening(rules, { seats, dealer, carried, redeals = 0, call = "usual" }) {
  const due = call === "again" || (call === "usual" && (carried === 0 || rules["ante.when"] === "every-deal"));
  const another = carried === 0 && rules["ante.on_empty_pot.each"] !== null;
  const pair = another ? "ante.on_empty_pot" : "ante";
  const amount = (seat) => (due ? rules[`${pair}.${seat === dealer ? "dealer" : "each"}`] : 0);
  const antes = new Map(seats.map((seat) => [seat, amount(seat)]));
  const forced = carried === 0 && (rules["forced.triggers"] ?? []).includes("pot-empty") ? "pot-empty" : null;
  return { table: { rules, seats, dealer, pot: carried + sum(antes.values()), forced, redeals }, antes, call };
}
