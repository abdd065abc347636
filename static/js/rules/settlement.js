// What one deal is worth: transfers with reasons, and the opening of the next deal.

import { opening } from "./opening.js";
import { Refused, check, plays, problem, tricksOf } from "./problems.js";
import { LIMIT, POT, after, before, following, sum } from "./seat.js";

/** How often `part` goes into `whole`: a remainder is exact where a quotient need not be. */
export const times = (whole, part) => (whole - (whole % part)) / part;

export const transfer = (source, target, amount, reason, why, params = {}) => ({
  source,
  target,
  amount,
  reason,
  params: { why, ...params },
});
const payout = (seat, amount, why, params) => transfer(POT, seat, amount, "payout", why, params);

/** What `deal` is worth at `table`, amounts by seat in Maps. Throws `Refused` with every problem at once. */
export function worth(deal, table) {
  const problems = check(deal, table);
  if (problems.length) throw new Refused(problems);
  const { rules, pot, dealer } = table;
  const inPlay = Math.min(pot, rules.pot_cap ?? pot);
  const playing = table.seats.filter((seat) => plays(deal, seat));
  const outcome = ["passed-out", "unopposed"][playing.length] ?? "played";
  let [made, failed, transfers] = [[], [], []];
  if (outcome === "played") {
    const quota = (seat) => quotaOf(rules, deal, seat);
    made = playing.filter((seat) => tricksOf(deal, seat) >= quota(seat));
    failed = playing.filter((seat) => tricksOf(deal, seat) < quota(seat));
    if (table.forced === null && !deal.seven) transfers = pay(deal, table, inPlay, made);
  } else if (outcome === "unopposed") {
    transfers = [payout(playing[0], inPlay, "unopposed", { of: inPlay })];
  } else if (deal.dealer_has_trump) {
    transfers = [payout(dealer, inPlay, "dealer-trump", { of: inPlay })];
  }
  const payouts = new Map();
  for (const { target, amount } of transfers) payouts.set(target, (payouts.get(target) ?? 0) + amount);
  const paid = sum(payouts.values());
  const fines = penalise(deal, rules, rules["penalty.basis"] === "pot" ? inPlay : paid, failed);
  const penalties = new Map(fines.map(({ source, amount }) => [source, amount]));
  const carried = pot - paid + sum(penalties.values());
  const coming = next(table, outcome, carried);
  // Everything else a deal moves is part of one of these two. Past 2^53 a sum is not exact, but still past
  // the limit.
  const most = Math.max(pot, coming.table.pot);
  if (most > LIMIT) throw new Refused([problem("amount-too-large", "pot", { amount: most, limit: LIMIT })]);
  return {
    outcome,
    transfers: [...transfers, ...fines],
    payouts,
    penalties,
    left: pot - paid,
    carried,
    made,
    failed,
    letGo: outcome === "unopposed" ? letGo(deal, table) : null,
    mayFinish: outcome !== "passed-out" && !failed.length,
    next: coming,
  };
}

function quotaOf(rules, deal, seat) {
  if (deal.seven && rules["forced.seven_quota"] !== null) return rules["forced.seven_quota"];
  return (seat === deal.declarer ? rules["quota.declarer"] : rules["quota.joiner"]) ?? 0;
}

/** The payouts of a played deal with `inPlay` to share. */
function pay(deal, table, inPlay, made) {
  const { tricks } = table.rules;
  for (const [seat, won] of deal.tricks) {
    if (won === tricks) return [payout(seat, inPlay, "every-trick", { of: inPlay, tricks })];
  }
  if (table.rules["award.kind"] === "per-trick") return payTricks(deal, table, inPlay);
  return payShares(deal, table, inPlay, made);
}

function payTricks(deal, table, inPlay) {
  const { rules, seats } = table;
  const coin = rules["unit.coin"];
  const share = times(times(inPlay, coin), rules.tricks) * coin;
  const sharers = seats.filter((seat) => tricksOf(deal, seat));
  const terms = (won) => ({ of: inPlay, won, tricks: rules.tricks });
  const paid = sharers.map((seat) => {
    const won = tricksOf(deal, seat);
    return payout(seat, share * won, "per-trick", terms(won));
  });
  const order = rules.leftover === "trick-order" ? deal.trick_order : inSeatOrder(deal, table, sharers);
  return [...(share ? paid : []), ...oddCoins(rules, inPlay - share * rules.tricks, order)];
}

function payShares(deal, { rules, seats, dealer }, inPlay, made) {
  const { declarer } = deal;
  const coin = rules["unit.coin"];
  const paid = [];
  let rest = inPlay;
  const joiners = made.filter((seat) => seat !== declarer);
  if (made.includes(declarer)) {
    if (!joiners.length) return [payout(declarer, inPlay, "all-of-it", { of: inPlay })];
    const [numerator, denominator = 1] = rules["award.share"].split("/").map(Number);
    // Counted in coins and divided first, so that no product passes 2^53.
    const coins = times(inPlay, coin);
    const over = Math.ceil(((coins % denominator) * numerator) / denominator);
    const taken = (times(coins, denominator) * numerator + over) * coin;
    const share = `${numerator}/${denominator}`;
    paid.push(payout(declarer, taken, "declarer-share", { of: inPlay, share, coin }));
    rest -= taken;
  }
  if (!joiners.length) return paid;
  const each = times(times(rest, coin), joiners.length) * coin;
  const terms = { of: rest, sharers: joiners.length, coin };
  const why = paid.length ? "rest" : "equal-share";
  if (each) paid.push(...joiners.map((seat) => payout(seat, each, why, terms)));
  const order = inSeatOrder(deal, { seats, dealer }, joiners);
  return [...paid, ...oddCoins(rules, rest - each * joiners.length, order)];
}

/** The sharers as they sit behind the declarer; without one, behind the dealer. */
const inSeatOrder = (deal, { seats, dealer }, sharers) =>
  after(seats, deal.declarer ?? dealer).filter((seat) => sharers.includes(seat));

/** A coin each out of `left`, in this order, unless leftovers stay in the pot. */
function oddCoins(rules, left, order) {
  const coin = rules["unit.coin"];
  if (rules.leftover === "pot") return [];
  return order.slice(0, times(left, coin)).map((seat) => payout(seat, coin, "odd-coin", { coin, left }));
}

function penalise(deal, rules, basis, failed) {
  const multiple = (seat) => {
    if (seat !== deal.declarer) return rules["penalty.joiner"];
    return rules[deal.seven ? "forced.seven_declarer_penalty" : "penalty.declarer"] ?? 0;
  };
  return failed.flatMap((seat) => {
    const count = multiple(seat);
    const full = count * basis;
    const amount = Math.min(full, rules["penalty.cap"] ?? full);
    const terms = { times: count, of: basis, basis: rules["penalty.basis"], full };
    return amount ? [transfer(seat, POT, amount, "penalty", "failed", terms)] : [];
  });
}

/** Who was asked last and let an unopposed declarer have the pot. */
function letGo({ declarer }, { rules, seats, dealer }) {
  if (rules.declarer !== "bid" || declarer === null) return null;
  return rules.ask_from === "forehand" && declarer !== dealer ? dealer : before(seats, declarer);
}

/** The opening of the deal after one with `outcome` that leaves `carried` in the pot. */
function next({ rules, seats, dealer, redeals }, outcome, carried) {
  const procedure = outcome === "passed-out" ? rules["passed_out.procedure"] : null;
  const moved = { seats, dealer: following(seats, dealer), carried };
  if (procedure === "reante") return opening(rules, { seats, dealer, carried, call: "again" });
  if (procedure !== "redeal") return opening(rules, moved);
  if (redeals >= rules["passed_out.redeals"]) return opening(rules, { ...moved, call: "again" });
  const call = rules["passed_out.ante"] ? "again" : "none";
  return opening(rules, { seats, dealer, carried, redeals: redeals + 1, call });
}
