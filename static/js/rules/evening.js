// The evening file: one evening as plain data with names, and the replay answer (RULES.md, "Evening").

import { fold } from "./book.js";
import { mayEnd } from "./course.js";
import { CURRENCIES, EventReader, MOST_FOR_A_CHIP } from "./events.js";
import { checkHours, isDate } from "./hours.js";
import { attempt } from "./options.js";
import { plainAmounts, plainOpening, plainProblem, plainSettlement, plainTransfer } from "./plain.js";
import { Refused, headcount } from "./problems.js";
import { Reader, headOf, isObject, seatsByName } from "./reader.js";
import { fewest, owed } from "./settle_up.js";
import { shown } from "./state.js";

const FORMAT = "tavern-ledger-evening";
const VERSION = 1;

/** The replay answer to one evening, or `problems`. Never throws on bad data. */
export function replay(plain) {
  const head = isObject(plain) ? headOf(plain) : {};
  let names = new Map();
  try {
    const { opened, events, labels } = read(plain);
    names = labels;
    return { ...head, ...answer(fold(opened, events), names) };
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    return { ...head, problems: refused.problems.map((found) => told(found, refused.number, names)) };
  }
}

/** `found` as plain data, with the number of the event it was found in. */
function told(found, number, names) {
  if (number !== null) {
    const field = `events.${number}.${found.field.replace(/^deal\./, "")}`;
    return { ...plainProblem({ ...found, field }, names), event: number };
  }
  const told = plainProblem(found, names);
  const event = /^events\.([0-9]+)/.exec(told.field);
  return event ? { ...told, event: Number(event[1]) } : told;
}

/** What an evening file says. Throws `Refused` with every flaw of its shape at once. */
function read(plain) {
  const reader = new Reader();
  if (!isObject(plain)) {
    reader.wrong("");
    throw new Refused(reader.problems);
  }
  const players = reader.names("players", plain.players);
  const seats = seatsByName(players);
  readTexts(plain, reader);
  const firstDealer = reader.dealer("first_dealer", plain.first_dealer, seats);
  const options = reader.options(plain.options);
  const stacks = readStacks(plain.start_balance ?? 0, seats, reader);
  const files = new EventReader(reader, seats);
  const events = files.read(plain.events ?? []);
  checkHours(plain, events.filter(({ event }) => event).length, reader);
  const rules = attempt(plain.ruleset, options, reader.problems);
  checkChip(plain, rules, reader);
  if (Array.isArray(plain.players)) reader.problems.push(...headcount(rules, players.length));
  else reader.forgiveStrangers();
  if (reader.problems.length) throw new Refused(reader.problems);
  return { opened: { rules, seats: [...seats.values()], firstDealer, stacks }, events, labels: files.labels };
}

function readTexts(plain, reader) {
  if (Object.hasOwn(plain, "format") && plain.format !== FORMAT) reader.wrong("format");
  if (Object.hasOwn(plain, "version") && plain.version !== VERSION) reader.wrong("version");
  for (const key of ["title", "place", "date"]) {
    if (typeof (plain[key] ?? "") !== "string") reader.wrong(key);
    else if (key === "date" && !isDate(plain.date ?? "2000-01-01")) reader.wrong(key);
  }
}

/** What a chip is worth counts for nothing here; what cannot be that is wrong all the same. */
function checkChip({ chip, currency }, rules, reader) {
  if ((chip ?? null) === null) return;
  const worth = reader.amount("chip", chip);
  if (rules["unit.denominator"] === 100) reader.wrong("chip", "not-in-ruleset");
  if (!(worth > 0 && worth <= MOST_FOR_A_CHIP)) reader.wrong("chip", "option-value");
  if (!CURRENCIES.includes(currency)) reader.wrong("currency", "option-value");
}

/** The starting stacks: one number for all, one per player by name, or a list in seat order. */
function readStacks(value, seats, reader) {
  const stacks = new Map();
  const put = (seat, stack) => seat !== null && stack && stacks.set(seat, stack);
  if (isObject(value)) {
    for (const [name, amount] of Object.entries(value)) {
      const path = `start_balance.${name}`;
      put(reader.seat(path, name, seats), reader.amount(path, amount));
    }
  } else if (Array.isArray(value) && value.length === seats.size) {
    [...seats].forEach(([name, seat], place) => put(seat, reader.amount(`start_balance.${name}`, value[place])));
  } else {
    const stack = reader.amount("start_balance", value);
    for (const seat of seats.values()) put(seat, stack);
  }
  return stacks;
}

/** The replay answer of a book; amounts in smallest units. */
function answer({ state, past }, names) {
  return {
    deals: past.filter(({ settlement }) => settlement).map((entry) => plainEntry(entry, names)),
    balances: plainBalances(state, names),
    pot: state.carried,
    next: plainOpening(state.next, names),
    may_end: mayEnd(state),
    settle_up: fewest(owed(state)).map((payment) => plainPayment(payment, names)),
  };
}

const plainBalances = (state, names) =>
  plainAmounts([...state.balances.keys()].map((seat) => [seat, shown(state, seat)]), names);

function plainPayment(payment, names) {
  const { from, to, amount } = plainTransfer(payment, names);
  return { from, to, amount };
}

function plainEntry({ opening, settlement, after }, names) {
  const { dealer, forced, pot } = opening.table;
  return {
    dealer: names.get(dealer),
    forced,
    antes: plainAmounts(opening.antes, names),
    pot,
    ...plainSettlement(settlement, names),
    balances: plainBalances(after, names),
  };
}
