// Places at the table, and the pot as the one party that is not a seat. A seat is a number that stays.

export const POT = -1;
/** Stands where a seat is needed and none could be read; never seated, never in a transfer. */
export const NOBODY = -2;
/** The most any amount may be, in smallest units. What is added up here stays below 2^53, so it is exact. */
export const LIMIT = 1e15;

/** The seats in deal order, beginning behind `seat` and ending with it. */
export function after(seats, seat) {
  const cut = seats.indexOf(seat) + 1;
  return [...seats.slice(cut), ...seats.slice(0, cut)];
}

/** The seat that comes behind `seat` in deal order. */
export const following = (seats, seat) => seats[(seats.indexOf(seat) + 1) % seats.length];

/** The seat that precedes `seat` in deal order. */
export const before = (seats, seat) => seats.at(seats.indexOf(seat) - 1);

export const sum = (amounts) => [...amounts].reduce((total, amount) => total + amount, 0);
