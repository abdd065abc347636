// Case files: one deal as plain data, and its answer (RULES.md, "Case and evening files").

import { attempt } from "./options.js";
import { plainOpening, plainProblem, plainSettlement } from "./plain.js";
import { Refused } from "./problems.js";
import { Reader, headOf, isObject, namesOf, seatsByName } from "./reader.js";
import { NOBODY } from "./seat.js";
import { worth } from "./settlement.js";

/** The answer to one case: what it settles to, or `problems`. Never throws on bad data. */
export function settle(plain) {
  if (!isObject(plain)) return { problems: [{ code: "bad-shape", field: "", params: {} }] };
  const reader = new Reader();
  const seats = seatsByName(reader.names("players", plain.players));
  const names = namesOf(seats);
  try {
    const settlement = settled(plain, reader, seats);
    const next = plainOpening(settlement.next, names);
    return { ...headOf(plain), ...plainSettlement(settlement, names), next };
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    return { ...headOf(plain), problems: refused.problems.map((found) => plainProblem(found, names)) };
  }
}

function settled(plain, reader, seats) {
  if (!isObject(plain.deal)) reader.wrong("deal");
  const dealer = reader.dealer("dealer", plain.dealer, seats) ?? NOBODY;
  const forced = plain.forced === "pot-empty" ? plain.forced : null;
  if ((plain.forced ?? null) !== forced) reader.wrong("forced");
  const options = reader.options(plain.options);
  const pot = reader.amount("pot", plain.pot);
  const redeals = reader.count("redeals", plain.redeals);
  const deal = reader.deal("deal.", isObject(plain.deal) ? plain.deal : {}, seats);
  const rules = attempt(plain.ruleset, options, reader.problems);
  const table = { rules, seats: [...seats.values()], dealer, pot, forced, redeals };
  if (reader.problems.length) throw new Refused(reader.checked(deal, table));
  return worth(deal, table);
}
