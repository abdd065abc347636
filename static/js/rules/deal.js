// One deal of an evening. A page that only records deals needs this module, and a third of the engine.

import { POT } from "./seat.js";
import { transfer, worth } from "./settlement.js";
import { booked, refusal, refuseTooLarge } from "./state.js";

/** The antes of a deal as transfers; they are booked in the deal's own event. */
const anteTransfers = ({ antes, call }) =>
  [...antes].filter(([, ante]) => ante).map(([seat, ante]) => transfer(seat, POT, ante, "ante", "ante", { call }));

/** What `deal` does at `state`: the `opening` it met, its `settlement`, all `transfers`, the state `after`. */
export function dealt(state, deal) {
  if (state.closed) throw refusal("evening-closed", "kind");
  const opening = state.next;
  const settlement = worth(deal, opening.table);
  const transfers = [...anteTransfers(opening), ...settlement.transfers];
  const after = {
    ...state,
    ...booked(state, transfers),
    next: settlement.next,
    dealt: [...new Set([...state.dealt, opening.table.dealer])],
    mayFinish: settlement.mayFinish,
  };
  refuseTooLarge(after);
  return { deal, opening, settlement, transfers, after };
}
