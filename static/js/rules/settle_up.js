// Who pays whom: the plan that brings every balance of an evening to 0, in the fewest payments.

import { POT } from "./seat.js";

/** Up to so many parties the number of payments is provably the smallest; the search takes about 2^n steps. */
const EXACT = 14;

const payment = (source, target, amount) => ({ source, target, amount });

/** Parties by seat, the pot last. */
const inOrder = (parties) => [...parties].sort((one, other) => (one < 0) - (other < 0) || one - other);

/** What is to be settled, adding up to 0: balances without stacks, and the pot, which is owed what lies in it. */
export const owed = ({ balances, carried }) => new Map(balances).set(POT, carried);

/** Into how many parts of the smallest unit of what is paid in amounts are counted: all of them stay whole. */
export const partsOf = (state, { chip = null }) => BigInt(chip === null ? 1 : state.rules["unit.denominator"]);

/**
 * What is left to settle at `state` in a `way`, by party in their order, in those parts. BigInts: a balance times
 * the worth of a chip may pass 2^53.
 */
export function toSettle(state, way) {
  const parts = partsOf(state, way);
  const balances = owed(state);
  const worth = BigInt(way.chip ?? 1);
  const left = new Map(inOrder(balances.keys()).map((party) => [party, BigInt(balances.get(party)) * worth]));
  for (const { source, target, paid } of way.paid ?? []) {
    left.set(source, left.get(source) + BigInt(paid) * parts);
    left.set(target, left.get(target) - BigInt(paid) * parts);
  }
  return left;
}

/**
 * Who pays whom at `state` in a `way` to settle: `mode` "fewest", "through" one party, or in "coins"; `coin`, the
 * smallest that people pay with; `chip`, what one unit is worth, null where balances settle in their own; `paid`,
 * what was handed over before. Amounts are BigInts.
 */
export function plan(state, way) {
  const { mode = "fewest", through: banker = null, coin = 1 } = way;
  const parts = partsOf(state, way);
  const rounded = inCoins([...toSettle(state, way)], BigInt(coin) * parts);
  const shares = new Map(rounded.map(([party, amount]) => [party, amount / parts]));
  return mode === "through" && banker !== null ? through(shares, banker) : fewest(shares);
}

/** `amounts` in whole coins, adding up to 0 as before: who is nearest to the next coin, or first, gets it. */
function inCoins(amounts, coin) {
  const rest = ([, amount]) => ((amount % coin) + coin) % coin;
  const coins = amounts.reduce((total, one) => total + rest(one), 0n) / coin;
  const nearest = [...amounts].sort((one, other) => (rest(one) < rest(other)) - (rest(one) > rest(other)));
  const up = new Set(nearest.slice(0, Number(coins)));
  return amounts.map((one) => [one[0], one[1] - rest(one) + (up.has(one) ? coin : 0n)]);
}

/** The payments that all go to or come from `banker`; who owes pays first. */
function through(balances, banker) {
  const others = inOrder(balances.keys()).filter((party) => party !== banker);
  const into = others.filter((party) => balances.get(party) < 0);
  const out = others.filter((party) => balances.get(party) > 0);
  return [
    ...into.map((party) => payment(party, banker, -balances.get(party))),
    ...out.map((party) => payment(banker, party, balances.get(party))),
  ];
}

/** The fewest payments that settle `balances` (a Map by party of numbers or BigInts, adding up to 0). */
export function fewest(balances) {
  const parties = inOrder(balances.keys());
  const open = new Map(parties.map((party) => [party, balances.get(party)]).filter(([, balance]) => balance));
  // A group that adds up to 0 settles in one payment less than it has members, so the most groups make the
  // fewest payments. Two exact opposites are always a group of some best plan.
  const payments = opposites(open).flatMap((pair) => within(taken(open, pair)));
  while (open.size > EXACT) {
    const three = trio(open);
    payments.push(...(three ? within(taken(open, three)) : [largest(open)]));
  }
  payments.push(...groups(open).flatMap(within));
  const rank = new Map(parties.map((party, place) => [party, place]));
  const place = ({ source, target }) => rank.get(source) * parties.length + rank.get(target);
  return payments.sort((one, other) => place(one) - place(other));
}

function taken(balances, parties) {
  const group = new Map(parties.map((party) => [party, balances.get(party)]));
  for (const party of parties) balances.delete(party);
  return group;
}

function opposites(balances) {
  const waiting = new Map();
  const pairs = [];
  for (const [party, balance] of balances) {
    const match = waiting.get(-balance)?.shift();
    if (match !== undefined) pairs.push([match, party]);
    else waiting.set(balance, [...(waiting.get(balance) ?? []), party]);
  }
  return pairs;
}

/** The first three parties that add up to 0. */
function trio(balances) {
  const parties = [...balances];
  for (const [position, [one, first]] of parties.entries()) {
    const seen = new Map();
    for (const [other, second] of parties.slice(position + 1)) {
      const third = seen.get(-first - second);
      if (third !== undefined) return [one, third, other];
      seen.set(second, other);
    }
  }
  return null;
}

/** Let who owes most pay who gets most, as much as both allow: one of them, or both, are then done. */
function largest(balances) {
  const [source, least] = [...balances].reduce((one, other) => (other[1] < one[1] ? other : one));
  const [target, most] = [...balances].reduce((one, other) => (other[1] > one[1] ? other : one));
  const amount = -least < most ? -least : most;
  for (const [party, balance] of [[source, least + amount], [target, most - amount]]) {
    if (balance) balances.set(party, balance);
    else balances.delete(party);
  }
  return payment(source, target, amount);
}

/** What settles a group that adds up to 0. */
function within(group) {
  const payments = [];
  while (group.size) payments.push(largest(group));
  return payments;
}

/**
 * The most groups that `balances` fall into, each adding up to 0, by exact search: parties join one by one, and
 * whenever those who have joined add up to 0, another group is complete. The last party joins last.
 */
function groups(balances) {
  if (!balances.size) return [];
  const parties = [...balances];
  const last = parties.pop();
  const [zero, most] = search(parties.map(([, balance]) => BigInt(balance)));
  const found = [new Map([last])];
  for (let joined = most.length - 1; joined; ) {
    const complete = zero[joined];
    if (complete) found.push(new Map());
    const position = parties.findIndex((_party, place) => {
      const before = joined & ~(1 << place);
      return before !== joined && most[before] + complete === most[joined];
    });
    found.at(-1).set(...parties[position]);
    joined &= ~(1 << position);
  }
  return found;
}

/**
 * For every set of `amounts` as a bit mask: whether (1 or 0) it adds up to 0, and how often, at most, the sum
 * can be 0 on the way from nobody to the set. BigInt: seven balances together may pass 2^53.
 */
function search(amounts) {
  const [sums, most] = [[0n], [0]];
  amounts.forEach((amount, position) => {
    const high = 1 << position;
    for (let rest = 0; rest < high; rest += 1) {
      sums.push(sums[rest] + amount);
      let best = most[rest];
      for (let low = 1; low < high; low <<= 1) {
        if (rest & low) best = Math.max(best, most[high + rest - low]);
      }
      most.push(best + (sums.at(-1) === 0n ? 1 : 0));
    }
  });
  return [sums.map((sum, set) => (set && sum === 0n ? 1 : 0)), most];
}
