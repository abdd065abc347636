// Where an evening stands on this phone: what the server said last, and the deals written since.

import { dealOf, draftOf } from "./draft.js";
import { standing } from "./outbox.js";
import { dealt } from "./rules/deal.js";
import { opening } from "./rules/opening.js";
import { plays } from "./rules/problems.js";
import { shown } from "./rules/state.js";

const amounts = (plain) => new Map(Object.entries(plain).map(([seat, amount]) => [Number(seat), amount]));

/** The moment that the server's `kept` tells of. */
export function revive(kept) {
  const { rules, head, stacks } = kept;
  const { seats, order, dealer, carried, redeals, call } = head;
  const next = opening(rules, { seats, dealer, carried, redeals, call });
  const state = {
    rules,
    seats,
    order,
    balances: amounts(head.balances),
    stacks: amounts(stacks),
    carried,
    dealt: head.dealt,
    mayFinish: head.may_finish,
    closed: head.closed,
    settle: null,
    next,
  };
  const { last } = head;
  return {
    kept,
    state,
    deals: head.deals,
    letGo: head.let_go,
    last: last?.deal ? { deal: last.deal, results: amounts(last.results) } : null,
  };
}

/** `moment` with one deal more. Throws `Refused`. */
export function written(moment, deal) {
  const { settlement, after } = dealt(moment.state, deal);
  const { letGo } = settlement;
  const deals = moment.deals + 1;
  const lucky = letGo === null || moment.letGo.includes(letGo) ? moment.letGo : [...moment.letGo, letGo];
  const last = { deal: deals, results: results(moment.state.seats, deal, settlement) };
  return { ...moment, state: after, deals, letGo: lucky, last };
}

/** Payouts − penalties (smallest units) of who was in or was paid, in seat order. */
export function results(seats, deal, { payouts, penalties }) {
  const came = seats.filter((seat) => plays(deal, seat) || payouts.has(seat));
  return new Map(came.map((seat) => [seat, (payouts.get(seat) ?? 0) - (penalties.get(seat) ?? 0)]));
}

/** What two books must agree on, as text: the pot, who deals, and what everybody has. */
export function sums({ state }) {
  const has = [...state.balances.keys()].sort((one, other) => one - other).map((seat) => shown(state, seat));
  return JSON.stringify([state.carried, state.next.table.dealer, has]);
}

/** What a deal is tapped for, as text: where that changes, what was tapped no longer fits. */
export const bookOf = (moment) => JSON.stringify([moment.deals, moment.state.next.table, sums(moment)]);

/** What `kept` and the deals of `entries` come to, as far as they can be played. */
export function comes(kept, entries) {
  const [first] = entries;
  const undoes = first?.kind === "undo" && !first.problem && first.before;
  // The book holds already what waits to be taken back: it counts as it was before.
  let now = revive(undoes ? { ...first.before, revision: kept.revision } : kept);
  for (const entry of standing(entries)) {
    if (entry.problem) break;
    try {
      now = written(now, dealOf(draftOf(entry.fields, now.state.seats), now.state.rules));
    } catch (problem) {
      if (!problem.problems) throw problem;
      break;
    }
  }
  return now;
}
