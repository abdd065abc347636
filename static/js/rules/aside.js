// What a line does that is no deal: money moved for another reason, people, the bowl, the end.

import { shares } from "./closing.js";
import { moved, refuseCount } from "./course.js";
import { ROSTER, refuseStranger, refuseUnlessSeated } from "./roster.js";
import { LIMIT, POT } from "./seat.js";
import { partsOf, toSettle } from "./settle_up.js";
import { transfer } from "./settlement.js";
import { refusal, refuseTooLarge, tooLarge } from "./state.js";

/** The state after `event`, which is no deal, and the transfers it made; `past` led to `state`. */
export function turn(state, event, past) {
  const { kind } = event;
  if (state.closed) throw refusal("evening-closed", "kind");
  if (Object.hasOwn(MONEY, kind)) return MONEY[kind](state, event, past);
  if (Object.hasOwn(ROSTER, kind)) return [ROSTER[kind](state, event), []];
  throw refusal("bad-target", "kind");
}

const done = (state, transfers) => [moved(state, transfers), transfers];

const MONEY = {
  close(state, { pot = "keep", settle = null }, past) {
    if (settle !== null) refuseWay(state, settle);
    const transfers = shares(state, pot, past);
    const after = transfers.length ? moved(state, transfers) : state;
    if (settle !== null) refuseWorth(after, settle);
    return [{ ...after, closed: true, settle }, transfers];
  },
  join(state, event) {
    const { seat, pays = 0 } = event;
    const after = ROSTER.join(state, event);
    if (pays === 0) return [after, []];
    refuseAmount("pays", pays);
    refuseFraction(state, "pays", pays);
    return done(after, [transfer(seat, POT, pays, "adjustment", "joining")]);
  },
  adjust(state, { source, target, amount, reason = null }) {
    if (source !== POT) refuseStranger(state, source, "from");
    if (target !== POT) refuseStranger(state, target, "to");
    if (source === target) throw refusal("bad-shape", "to");
    refuseAmount("amount", amount);
    if (source === POT || target === POT) refuseFraction(state, "amount", amount);
    const { carried } = state;
    if (source === POT && amount > carried) throw refusal("pot-too-small", "amount", { amount, carried });
    const params = reason === null ? {} : { text: reason };
    return done(state, [transfer(source, target, amount, "adjustment", "adjustment", params)]);
  },
  rebuy(state, { seat, amount }) {
    refuseUnlessSeated(state, seat);
    refuseAmount("amount", amount);
    const stack = (state.stacks.get(seat) ?? 0) + amount;
    const after = { ...state, stacks: new Map(state.stacks).set(seat, stack) };
    refuseTooLarge(after);
    // A balance without its stack is so never past twice the limit, and counted exactly.
    if (stack > LIMIT) throw tooLarge("amount", stack);
    return [after, []];
  },
  count(state, { amount }) {
    if (amount) refuseAmount("amount", amount);
    return [state, []];
  },
  void(state) {
    refuseCount(state.rules, state.seats.length);
    return [state, []];
  },
};

/** Refuse a way to settle that goes through nobody, or pays in coins of nothing. */
function refuseWay(state, { mode, through, coin, chip, paid }) {
  if ((mode === "through") !== (through !== null)) throw refusal("bad-shape", "settle.through");
  if (through !== null && through !== POT) refuseStranger(state, through, "settle.through");
  refuseAmount("settle.coin", coin);
  if (chip !== null) refuseAmount("settle.chip", chip);
  for (const { source, target, paid: amount } of paid) {
    for (const party of [source, target]) {
      if (party !== POT) refuseStranger(state, party, "settle.paid");
    }
    if (source === target) throw refusal("bad-shape", "settle.paid");
    refuseAmount("settle.paid", amount);
  }
}

/** Refuse a way in which somebody would have to pay or get more than amounts may be. */
function refuseWorth(state, way) {
  const parts = partsOf(state, way);
  for (const [party, left] of toSettle(state, way)) {
    const amount = left < 0n ? -left : left;
    if (amount > BigInt(LIMIT) * parts) throw tooLarge("settle", Number(amount / parts), party);
  }
}

function refuseAmount(field, amount) {
  if (amount <= 0) throw refusal("bad-shape", field);
  if (amount > LIMIT) throw tooLarge(field, amount);
}

/** Refuse to put less than whole coins into the pot, or to take it out. */
function refuseFraction({ rules }, field, amount) {
  const coin = rules["unit.coin"];
  if (amount % coin) throw refusal("pot-not-in-coins", field, { amount, coin });
}
