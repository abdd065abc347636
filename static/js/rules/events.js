// Events as an evening file writes them, with names, to events with seats; who is called what at each of them.

import { nameKey } from "./name.js";
import { POT_NAME, isObject, namesOf } from "./reader.js";
import { POT } from "./seat.js";

const POTS = ["keep", "split", "winners", "refund"];

/** Reads events in the order they were written. Names follow undo and redo, and are those of that moment. */
export class EventReader {
  #done = [];
  #undone = [];

  /** `seats`: the seats by name at the start, which `reader` noted problems of. */
  constructor(reader, seats) {
    this.reader = reader;
    this.seats = seats;
    this.count = seats.size;
  }

  /** The name of every seat, as it was called last. */
  get labels() {
    return namesOf(this.seats);
  }

  read(list) {
    const { reader } = this;
    if (!Array.isArray(list)) {
      reader.wrong("events");
      return [];
    }
    const lines = list.map((data, place) => {
      reader.prefix = `events.${place + 1}.`;
      const before = this.seats;
      const event = this.#event(data);
      this.#follow(event?.kind, before);
      return { number: place + 1, event };
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
    if (kind === "deal") {
      const { kind: _kind, ...facts } = data;
      return { kind, deal: this.reader.deal("", facts, this.seats) };
    }
    const { keys, facts = () => ({}) } = KINDS[kind];
    for (const key of Object.keys(data)) {
      if (key !== "kind" && !keys.includes(key)) this.reader.wrong(key);
    }
    return { kind, ...facts(this, data) };
  }

  seat(key, data) {
    return this.reader.seat(key, data[key], this.seats);
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

  /** A name for `seat` that nobody else has or had, null and a note where it is none. */
  name(key, data, seat) {
    const wanted = typeof data[key] === "string" ? nameKey(data[key]) : "";
    const taken = [...this.seats].some(([name, other]) => other !== seat && nameKey(name) === wanted);
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
    this.count += 1;
    this.seats = new Map(this.seats).set(name, this.count - 1);
    return this.count - 1;
  }

  /** Call `seat` by another name from now on. */
  call(seat, name) {
    if (seat === null || name === null) return;
    this.seats = new Map([...this.seats].map(([old, other]) => [other === seat ? name : old, other]));
  }
}

const player = { keys: ["player"], facts: (read, data) => ({ seat: read.seat("player", data) }) };
const target = { keys: ["target", "reason"], facts: (read, data) => ({ target: read.number("target", data) }) };
const bare = { keys: [] };

const KINDS = {
  deal: {},
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
    facts: (read, data) => ({ target: read.number("target", data), deal: read.deal(data) }),
  },
  insert: {
    keys: ["before", "deal", "reason"],
    facts: (read, data) => ({ before: read.number("before", data), deal: read.deal(data) }),
  },
  join: {
    keys: ["player", "before_seat", "pays"],
    facts(read, data) {
      const place = (data.before_seat ?? null) === null ? null : read.seat("before_seat", data);
      const pays = read.reader.amount("pays", data.pays ?? 0);
      return { seat: read.newcomer(data), before_seat: place, pays };
    },
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
    facts: (read, data) => ({ seats: read.reader.seatList("players", data.players, read.seats) }),
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
      reason: data.reason ?? null,
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
      if (!POTS.includes(pot)) read.reader.wrong("pot", "option-value");
      return { pot };
    },
  },
};
