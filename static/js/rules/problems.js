// What cannot be: problems with stable codes, and the check that finds all of a deal's at once.

/** One thing that cannot be: a code, the dotted path of a field, whose part of it, the facts of a sentence. */
export const problem = (code, field, params = {}, seat = null) => ({ code, field, seat, params });

/** Something written down cannot be; `problems` says why, `number` which event it was. */
export class Refused extends Error {
  constructor(problems, number = null) {
    super(problems.map(({ code }) => code).join(", "));
    this.problems = problems;
    this.number = number;
  }
}

export const plays = (deal, seat) => seat === deal.declarer || deal.joined.includes(seat);
export const tricksOf = (deal, seat) => deal.tricks.get(seat) ?? 0;

/** How many trump cards one deal may see before it is passed out; 0 where that is no fact. */
const trumpCards = (rules) =>
  rules.declarer !== "bid" ? 0 : rules["passed_out.procedure"] === "reante" ? 3 : 1;

/** Every problem of `deal` at `table`, all at once; empty when it can be settled. */
export function check(deal, table) {
  const found = [];
  const playing = new Set(deal.declarer === null ? deal.joined : [deal.declarer, ...deal.joined]).size;
  checkTable(table, found);
  checkRoles(deal, table, playing, found);
  checkTricks(deal, table, playing, found);
  checkFacts(deal, table, found);
  return found;
}

/** The problem of `count` players at a table of `rules`, or none. */
export function headcount(rules, count) {
  const [min, max] = [rules["players.min"], rules["players.max"]];
  return count < min || count > max ? [problem("player-count", "players", { count, min, max })] : [];
}

function checkTable({ rules, seats, dealer, pot, forced }, found) {
  const coin = rules["unit.coin"];
  found.push(...headcount(rules, seats.length));
  if (!seats.includes(dealer)) found.push(problem("unknown-dealer", "dealer"));
  if (pot <= 0) found.push(problem("pot-not-positive", "pot", { amount: pot }));
  else if (pot % coin) found.push(problem("pot-not-in-coins", "pot", { amount: pot, coin }));
  if (forced !== null && !triggers(rules, forced)) found.push(problem("not-in-ruleset", "forced"));
}

const triggers = (rules, trigger) => (rules["forced.triggers"] ?? []).includes(trigger);

function checkRoles(deal, table, playing, found) {
  const { declarer, joined, tricks } = deal;
  const { rules, seats, dealer } = table;
  const kind = rules.declarer;
  for (const seat of new Set(joined)) {
    if (seat === declarer || joined.indexOf(seat) !== joined.lastIndexOf(seat))
      found.push(problem("role-twice", "deal.joined", {}, seat));
  }
  for (const seat of [declarer, ...joined, ...tricks.keys(), ...deal.trick_order]) {
    if (seat !== null && !seats.includes(seat)) found.push(problem("not-seated", "deal", {}, seat));
  }
  if (kind === "none") {
    if (declarer !== null) found.push(problem("declarer-not-in-ruleset", "deal.declarer"));
  } else if (declarer === null) {
    if (kind === "dealer" || joined.length || hasTricks(deal))
      found.push(problem("no-declarer", "deal.declarer"));
  } else if (kind === "dealer" && declarer !== dealer) {
    found.push(problem("declarer-must-be-dealer", "deal.declarer", { dealer }));
  }
  const forced = triggers(rules, table.forced) || (deal.seven && triggers(rules, "seven"));
  if (!forced || playing >= seats.length) return;
  for (const seat of seats) {
    // A dealer who has to declare is missed as that.
    const excused = kind === "dealer" && seat === dealer;
    if (!plays(deal, seat) && !excused) found.push(problem("all-must-play", "deal.joined", {}, seat));
  }
}

const hasTricks = (deal) => [...deal.tricks.values()].some((won) => won > 0);

function checkTricks(deal, { rules }, playing, found) {
  const order = deal.trick_order;
  const ordered = rules.leftover === "trick-order";
  // A dozen absurd counts could together pass what a number holds exactly.
  let total = 0n;
  for (const [seat, won] of deal.tricks) {
    total += BigInt(won);
    if (won < 0) found.push(problem("tricks-negative", "deal.tricks", { won }, seat));
    else if (won && !plays(deal, seat)) found.push(problem("tricks-to-non-player", "deal.tricks", {}, seat));
  }
  if (playing < 2) {
    if (hasTricks(deal)) found.push(problem("tricks-without-play", "deal.tricks"));
    if (order.length && ordered) found.push(problem("trick-order-mismatch", "deal.trick_order"));
    return;
  }
  if (total !== BigInt(rules.tricks))
    found.push(problem("tricks-sum", "deal.tricks", { total: Number(total), tricks: rules.tricks }));
  const told = (seat) => order.filter((winner) => winner === seat).length;
  if (ordered && [...order, ...deal.tricks.keys()].some((seat) => told(seat) !== tricksOf(deal, seat)))
    found.push(problem("trick-order-mismatch", "deal.trick_order"));
}

function checkFacts(deal, { rules, dealer }, found) {
  const { blind, trump_card: card } = deal;
  const last = trumpCards(rules);
  const bid = rules.declarer === "bid";
  const asks = rules["passed_out.procedure"] === "dealer-if-trump";
  if (blind !== null && bid) {
    if (deal.declarer !== dealer) found.push(problem("blind-not-dealer", "deal.blind", { dealer }));
    if (card > 1) found.push(problem("blind-after-second-trump", "deal.blind"));
  }
  if (card !== 1 && last && (card < 1 || card > last))
    found.push(problem("trump-card-range", "deal.trump_card", { card, last }));
  if (deal.dealer_turned_own && rules.declarer === "none" && !plays(deal, dealer))
    found.push(problem("dealer-must-play", "deal.dealer_turned_own"));
  const nobody = deal.declarer === null && !deal.joined.length && !deal.dealer_turned_own;
  if (asks && deal.dealer_has_trump === null && nobody)
    found.push(problem("dealer-trump-unknown", "deal.dealer_has_trump"));
  const unused = {
    blind: blind !== null && !bid,
    trump_card: card !== 1 && !last,
    seven: deal.seven && !triggers(rules, "seven"),
    trick_order: deal.trick_order.length && rules.leftover !== "trick-order",
    dealer_turned_own: deal.dealer_turned_own && rules.declarer !== "none",
    dealer_has_trump: deal.dealer_has_trump && !asks,
  };
  for (const [fact, is] of Object.entries(unused)) {
    if (is) found.push(problem("not-in-ruleset", `deal.${fact}`));
  }
}
