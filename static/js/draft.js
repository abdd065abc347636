// A deal being written, read from the fields of its form exactly as the server reads them.

import { plays } from "./rules/problems.js";
import { sum } from "./rules/seat.js";

const KEYS = new Set(["csrf_token", "token", "revision"]);
const TRUMP = { yes: true, no: false };

/** What `form` says of its deal: pairs of name and value. */
export const fieldsOf = (form) =>
  [...new FormData(form)].map(([name, value]) => [name, String(value)]).filter(([name]) => !KEYS.has(name));

/** What `fields` (pairs of name and value) say of a deal among `seats`; `tricks` holds only what somebody set. */
export function draftOf(fields, seats) {
  const all = (name) => fields.filter(([key]) => key === name).map(([, value]) => value);
  const value = (name) => all(name)[0] ?? "";
  const seatOf = (text) => seats.find((seat) => String(seat) === text) ?? null;
  const declarer = seatOf(value("declarer"));
  const seven = value("seven") !== "";
  const named = all("joined").map(seatOf);
  const typed = seats.map((seat) => [seat, value(`tricks_${seat}`).trim()]);
  return {
    declarer,
    nobody: value("declarer") === "nobody" || value("fold") !== "",
    // A seven brings everybody in.
    joined: seats.filter((seat) => (seven ? seat !== declarer : named.includes(seat))),
    tricks: new Map(typed.filter(([, text]) => text).map(([seat, text]) => [seat, Number(text)])),
    blind: value("blind") || null,
    trump_card: Number(value("trump_card") || 1),
    seven,
    dealer_has_trump: TRUMP[value("dealer_trump")] ?? null,
    dealer_turned_own: value("turned_own") !== "",
    trick_order: all("order").map(seatOf).filter((seat) => seat !== null),
  };
}

/** Whether nothing has been said of anybody but a declarer: not even that nobody else is in. */
export const silent = ({ nobody, joined, tricks }) => !nobody && !joined.length && !sum(tricks.values());

/** Whether nothing that makes a deal has been said. */
export const empty = (draft) =>
  draft.declarer === null && silent(draft) && !draft.tricks.size && draft.dealer_has_trump === null;

/** The deal that `draft` says by these rules: the tricks nobody set are the declarer's. */
export function dealOf(draft, rules) {
  const { declarer, joined } = draft;
  const tricks = new Map([...draft.tricks].filter(([seat, won]) => won || plays(draft, seat)));
  if (declarer !== null && !draft.tricks.has(declarer) && joined.length)
    tricks.set(declarer, Math.max(rules.tricks - sum(draft.tricks.values()), 0));
  return { ...draft, tricks };
}
