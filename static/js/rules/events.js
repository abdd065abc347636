// Events as an evening file writes them, with names, to events with seats; who is called what at each of them.

import { nameKey } from "./name.js";
import { POT_NAME, isObject, namesOf } from "./reader.js";
import { LIMIT, POT } from "./seat.js";

const MODES = ["fewest", "through", "coins"];
export const CURRENCIES = ["CHF", "EUR"];
export const MOST_FOR_A_CHIP = 100_000_000;
/** How many people can have had a seat in one evening. */
const MOST_SEATS = 100;
const POTS = ["keep", "split", "winners", "refund"];

/** Reads events in the order they were written. Names follow undo and redo, and are those of that moment. */
export class EventReader {
  #done = [];
  #undone = [];
  #keys = new Map();

  /** `reader` notes what is wrong; `seats` are those of the players the evening starts with, by name. */
  constructor(reader, seats) {
    this.reader = reader;
    this.seats = seats;
    this.firstNames = namesOf(seats);
  }

  /** The last name of every seat; of who is not there after all, the first one. */
  get labels() {
    return new Map([...this.firstNames, ...namesOf(this.seats)]);
  }

  read(list) {
    const { reader } = this;
    if (!Array.isArray(list)) {
      reader.wrong("events");
      return [];
    }
    const lines = list.map((data, place) => {
      reader.prefix = `events.${place + 1}.`;
      return { number: place + 1, event: this.#event(data) };
    });
    reader.prefix = "";
    return lines;
  }

  /** Keep what people were called before each event that can be undone. */
  #follow(kind, before) {
    if (kind === "undo") this.#move(this.#done, this.#undone);
    else if (kind === "redo") this.#move(this.#undone, this.#done);
    else if (kind !== "payment") {
      this.#undone = [];
      this.#done.push(before);
    }
  }

  #move(source, target) {
    if (!source.length) return;
    target.push(this.seats);
    this.seats = source.pop();
  }

  #event(data) {
    const kind = isObject(data) ? data.kind : null;
    if (typeof kind !== "string" || !Object.hasOwn(KINDS, kind)) {
      this.reader.wrong("kind");
      return null;
    }
    const { keys, facts = () => ({}) } = KINDS[kind];
    const { kind: _kind, ...said } = data;
    if (keys) this.reader.only("", said, keys);
    const before = this.seats;
    const event = { kind, ...facts(this, said) };
    this.#follow(kind, before);
    return event;
  }

  seat(key, data) {
    return this.reader.seat(key, data[key], this.seats);
  }

  /** The seat named under `key`, null without a note where nobody is. */
  maybeSeat(key, data) {
    return (data[key] ?? null) === null ? null : this.seat(key, data);
  }

  party(key, data) {
    return data[key] === POT_NAME ? POT : this.seat(key, data);
  }

  amount(key, data) {
    return this.reader.amount(key, data[key]);
  }

  /** The number of an event. */
  number(key, data) {
    if (Number.isInteger(data[key])) return data[key];
    this.reader.wrong(key);
    return 0;
  }

  deal(data) {
    if (!isObject(data.deal)) this.reader.wrong("deal");
    return this.reader.deal("deal.", isObject(data.deal) ? data.deal : {}, this.seats);
  }

  reason({ reason = null }) {
    if (typeof (reason ?? "") !== "string") this.reader.wrong("reason");
    return reason || null;
  }

  /** The key of a name. A file may say the same names over and over: each is folded once. */
  #keyOf(name) {
    if (!this.#keys.has(name)) this.#keys.set(name, nameKey(name));
    return this.#keys.get(name);
  }

  /** A name for `seat` that nobody else has or had, null and a note where it is none. */
  name(key, data, seat) {
    const wanted = typeof data[key] === "string" ? this.#keyOf(data[key]) : "";
    const taken = [...this.seats].some(([name, other]) => other !== seat && this.#keyOf(name) === wanted);
    if (wanted === "") this.reader.wrong(key);
    else if (taken || wanted === POT_NAME) this.reader.wrong(key, "duplicate-player", { name: data[key] });
    else return data[key];
    return null;
  }

  /** The seat of whoever sits down: their own where they were here before, else a new one. */
  newcomer(data) {
    const known = this.seats.get(data.player);
    if (known !== undefined) return known;
    const name = this.name("player", data, null);
    if (name === null) return null;
    if (this.seats.size >= MOST_SEATS) {
      this.reader.wrong("player", "too-many", { of: "people", limit: MOST_SEATS });
      return null;
    }
    const seat = this.firstNames.size;
    this.firstNames.set(seat, name);
    this.seats = new Map(this.seats).set(name, seat);
    return seat;
  }

  /** Call `seat` by another name from now on. */
  call(seat, name) {
    if (seat === null || name === null) return;
    this.seats = new Map([...this.seats].map(([old, other]) => [other === seat ? name : old, other]));
  }
}

const player = { keys: ["player"], facts: (read, data) => ({ seat: read.seat("player", data) }) };
const target = {
  keys: ["target", "reason"],
  facts: (read, data) => ({ target: read.number("target", data), reason: read.reason(data) }),
};
const bare = { keys: [] };

/** What each kind of event may say besides its kind, and how it is read. */
const KINDS = {
  deal: { facts: (read, data) => ({ deal: read.reader.deal("", data, read.seats) }) },
  undo: bare,
  redo: bare,
  reopen: bare,
  void: bare,
  strike: target,
  restore: target,
  leave: player,
  "sit-out": player,
  return: player,
  correct: {
    keys: ["target", "deal", "reason"],
    facts: (read, data) => ({ ...target.facts(read, data), deal: read.deal(data) }),
  },
  insert: {
    keys: ["before", "deal", "reason"],
    facts: (read, data) => ({
      before: read.number("before", data),
      deal: read.deal(data),
      reason: read.reason(data),
    }),
  },
  join: {
    keys: ["player", "before_seat", "pays"],
    facts: (read, data) => ({
      seat: read.newcomer(data),
      before_seat: read.maybeSeat("before_seat", data),
      pays: read.reader.amount("pays", data.pays ?? 0),
    }),
  },
  rename: {
    keys: ["player", "to"],
    facts(read, data) {
      const seat = read.seat("player", data);
      read.call(seat, read.name("to", data, seat));
      return { seat };
    },
  },
  reorder: {
    keys: ["players"],
    facts: (read, data) => ({ seats: read.reader.seatList("players", data.players ?? false, read.seats) }),
  },
  dealer: {
    keys: ["player", "before"],
    facts(read, data) {
      const before = (data.before ?? null) === null ? null : read.number("before", data);
      return { seat: read.seat("player", data), before };
    },
  },
  adjust: {
    keys: ["from", "to", "amount", "reason"],
    facts: (read, data) => ({
      source: read.party("from", data),
      target: read.party("to", data),
      amount: read.amount("amount", data),
      reason: read.reason(data),
    }),
  },
  rebuy: {
    keys: ["player", "amount"],
    facts: (read, data) => ({ seat: read.seat("player", data), amount: read.amount("amount", data) }),
  },
  count: { keys: ["amount"], facts: (read, data) => ({ amount: read.amount("amount", data) }) },
  payment: {
    keys: ["from", "to", "paid"],
    facts: (read, data) => ({
      source: read.party("from", data),
      target: read.party("to", data),
      paid: read.amount("paid", data),
    }),
  },
  close: {
    keys: ["pot", "settle"],
    facts(read, data) {
      const pot = data.pot ?? "keep";
      const settle = data.settle ?? null;
      if (!POTS.includes(pot)) read.reader.wrong("pot", "option-value");
      if (isObject(settle)) return { pot, settle: wayOf(read, settle) };
      if (settle !== null) read.reader.wrong("settle");
      return { pot };
    },
  },
};

/** The way to settle that `data` describes. */
function wayOf(read, data) {
  const { reader } = read;
  const outer = reader.prefix;
  reader.prefix += "settle.";
  reader.only("", data, ["mode", "through", "coin", "chip", "currency", "paid"]);
  const { mode = "fewest" } = data;
  const currency = data.currency ?? "";
  if (!MODES.includes(mode)) reader.wrong("mode", "option-value");
  const through = (data.through ?? null) === null ? null : read.party("through", data);
  const coin = (data.coin ?? null) === null ? 1 : between(read, "coin", data, LIMIT);
  const chip = (data.chip ?? null) === null ? null : between(read, "chip", data, MOST_FOR_A_CHIP);
  if (!CURRENCIES.includes(currency) && !(currency === "" && chip === null)) reader.wrong("currency", "option-value");
  const paid = paidBefore(read, data.paid ?? []);
  reader.prefix = outer;
  return { mode, through, coin, chip, currency, paid };
}

/** What was handed over before the closing. */
function paidBefore(read, list) {
  if (Array.isArray(list) && list.every(isObject)) return list.map((data) => KINDS.payment.facts(read, data));
  read.reader.wrong("paid");
  return [];
}

/** The amount under `key`; one that is not from 1 to `most` is noted. */
function between(read, key, data, most) {
  const flaws = read.reader.problems.length;
  const amount = read.amount(key, data);
  if (!(amount > 0 && amount <= most) && flaws === read.reader.problems.length) read.reader.wrong(key);
  return amount;
}
