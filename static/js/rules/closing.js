// What becomes of the pot when an evening closes, and whose money it is.

import { POT, after, before } from "./seat.js";
import { times, transfer } from "./settlement.js";
import { refusal } from "./state.js";

/** What closing at `state` pays out of the pot; `past` holds what every line did so far. */
export const shares = (state, pot, past) => WAYS[pot](state, past);

const WAYS = {
  keep: () => [],
  split(state, past) {
    const last = lastDealer(state, past) ?? before(state.order, state.next.table.dealer);
    return equally(state, after(state.order, last), "split");
  },
  winners(state, past) {
    const payouts = past.findLast((line) => line.settlement?.payouts.size)?.settlement.payouts;
    const winners = state.order.filter((seat) => payouts?.has(seat));
    if (!winners.length) throw refusal("bad-target", "pot");
    return equally(state, winners, "winners");
  },
  refund(state, past) {
    const owned = new Map();
    for (const { seat, amount } of layers(past)) owned.set(seat, (owned.get(seat) ?? 0) + amount);
    const terms = termsOf(state, owned.size);
    return [...owned].map(([seat, amount]) => transfer(POT, seat, amount, "refund", "refund", terms));
  },
};

/** Who dealt last, or who sat before him when he left; null before the first deal. */
function lastDealer(state, past) {
  const place = past.findLastIndex((line) => line.settlement);
  if (place < 0) return null;
  let last = past[place].opening.table.dealer;
  let { order } = past[place].after;
  if (state.order.includes(last)) return last;
  for (const line of past.slice(place + 1)) {
    if (!line.after.order.includes(last)) last = before(order, last);
    ({ order } = line.after);
  }
  return last;
}

const termsOf = (state, sharers) => ({ of: state.carried, sharers, coin: state.rules["unit.coin"] });

/** Equal shares in whole coins, and an odd coin each for the first of `sharers`. */
function equally(state, sharers, why) {
  const coin = state.rules["unit.coin"];
  const each = times(times(state.carried, coin), sharers.length) * coin;
  const left = state.carried - each * sharers.length;
  const terms = termsOf(state, sharers.length);
  const equal = (seat) => transfer(POT, seat, each, "split", why, terms);
  const odd = (seat) => transfer(POT, seat, coin, "split", "odd-coin", { coin, left });
  return [...(each ? sharers.map(equal) : []), ...sharers.slice(0, times(left, coin)).map(odd)];
}

/** What the pot is made of, oldest first: who paid it in with which event. What is paid out is the oldest. */
export function layers(past) {
  const bowl = [];
  for (const { number, transfers } of past) {
    for (const { source, target, amount, reason, params } of transfers) {
      if (target === POT) bowl.push({ seat: source, amount, number, reason, why: params.why });
      else if (source === POT) take(bowl, amount);
    }
  }
  return bowl;
}

function take(bowl, amount) {
  for (let left = amount; left; ) {
    const taken = Math.min(left, bowl[0].amount);
    left -= taken;
    bowl[0].amount -= taken;
    if (!bowl[0].amount) bowl.shift();
  }
}
