// Facts to plain data (what JSON holds), with names in place of seats.

import { POT_NAME } from "./reader.js";
import { POT } from "./seat.js";

/** An object of [key, value] pairs, whatever the keys: players may be called __proto__. */
export function plainMap(pairs) {
  const plain = Object.create(null);
  for (const [key, value] of pairs) plain[key] = value;
  return plain;
}

/** Amounts in smallest units, by name. `names` holds the name of every seat. */
export const plainAmounts = (amounts, names) =>
  plainMap([...amounts].map(([seat, amount]) => [names.get(seat), amount]));

/** `found` with its field a dotted path that ends with the player it concerns. */
export function plainProblem({ code, field, seat, params }, names) {
  const dealer = "dealer" in params ? { dealer: names.get(params.dealer) ?? "?" } : {};
  const path = seat === null ? field : `${field}.${names.get(seat) ?? "?"}`;
  return { code, field: path, params: { ...params, ...dealer } };
}

/** One line of an answer: from, to, amount, reason, params. */
export function plainTransfer({ source, target, amount, reason, params }, names) {
  const party = (seat) => (seat === POT ? POT_NAME : names.get(seat));
  return { from: party(source), to: party(target), amount, reason, params };
}

/** The `next` of an answer. */
export function plainOpening({ table, antes }, names) {
  const { dealer, pot, redeals, forced } = table;
  return { dealer: names.get(dealer), antes: plainAmounts(antes, names), pot, redeals, forced };
}

/** All of a case's answer but `next`. */
export function plainSettlement(settlement, names) {
  const { payouts, penalties, left, carried, made, failed, letGo, mayFinish, transfers } = settlement;
  const name = (seat) => names.get(seat);
  return {
    payouts: plainAmounts(payouts, names),
    penalties: plainAmounts(penalties, names),
    left_in_pot: left,
    pot_carried: carried,
    made: made.map(name),
    failed: failed.map(name),
    let_go: letGo === null ? null : name(letGo),
    may_finish: mayFinish,
    lines: transfers.map((line) => plainTransfer(line, names)),
  };
}
