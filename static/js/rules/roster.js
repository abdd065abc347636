// Who sits where: joining, leaving, sitting out, other places. None of it moves money by itself.

import { reseated } from "./course.js";
import { Refused, problem } from "./problems.js";
import { following } from "./seat.js";
import { refusal } from "./state.js";

/** Refuse a seat that nobody ever had. */
export function refuseStranger(state, seat, field = "player") {
  if (!state.balances.has(seat)) throw refusal("unknown-player", field, {}, seat);
}

/** Refuse a stranger, and somebody who left. */
export function refuseUnlessSeated(state, seat, field = "player") {
  refuseStranger(state, seat, field);
  if (!state.order.includes(seat)) throw refusal("not-seated", field, {}, seat);
}

/** Refuse a stranger, and somebody who left or sits out. */
function refuseUnlessPresent(state, seat) {
  refuseStranger(state, seat);
  if (!state.seats.includes(seat)) throw refusal("not-seated", "player", {}, seat);
}

function without(state, seat, order) {
  const { rules, seats } = state;
  const { dealer } = state.next.table;
  if (seats.length === 1 && seats[0] === seat) {
    const params = { count: 0, min: rules["players.min"], max: rules["players.max"] };
    throw refusal("player-count", "player", params, seat);
  }
  const others = seats.filter((other) => other !== seat);
  return reseated(state, order, others, seat === dealer ? following(seats, seat) : dealer);
}

/** What each kind of event makes of a state. */
export const ROSTER = {
  join(state, { seat, before_seat: place = null }) {
    if (state.order.includes(seat)) throw refusal("already-seated", "player", {}, seat);
    if (place !== null) refuseUnlessSeated(state, place, "before_seat");
    const at = place === null ? state.order.length : state.order.indexOf(place);
    const balances = new Map(state.balances).set(seat, state.balances.get(seat) ?? 0);
    const order = [...state.order.slice(0, at), seat, ...state.order.slice(at)];
    return reseated({ ...state, balances }, order, [...state.seats, seat], state.next.table.dealer);
  },
  leave(state, { seat }) {
    refuseUnlessSeated(state, seat);
    const order = state.order.filter((other) => other !== seat);
    return without(state, seat, order);
  },
  "sit-out"(state, { seat }) {
    refuseUnlessPresent(state, seat);
    return without(state, seat, state.order);
  },
  return(state, { seat }) {
    refuseUnlessSeated(state, seat);
    if (state.seats.includes(seat)) throw refusal("already-seated", "player", {}, seat);
    return reseated(state, state.order, [...state.seats, seat], state.next.table.dealer);
  },
  /** Names are kept where events are read; here it is but known who is meant. */
  rename(state, { seat }) {
    refuseStranger(state, seat);
    return state;
  },
  reorder(state, { seats }) {
    for (const seat of seats) refuseUnlessSeated(state, seat, "players");
    if (seats.length !== state.order.length || new Set(seats).size < seats.length)
      throw new Refused([problem("bad-shape", "players")]);
    return reseated(state, seats, state.seats, state.next.table.dealer);
  },
  dealer(state, { seat }) {
    refuseUnlessPresent(state, seat);
    return reseated(state, state.order, state.seats, seat);
  },
};
