// Plain data (what JSON holds) to facts, with seats in place of names. Reading never stops at the first flaw.

import { nameKey } from "./name.js";
import { check, problem } from "./problems.js";
import { LIMIT } from "./seat.js";

export const POT_NAME = "pot";
const DEAL_KEYS =
  "declarer joined tricks blind trump_card seven dealer_has_trump dealer_turned_own trick_order".split(" ");
const COUNTED = ["tricks-sum", "trick-order-mismatch"];
const FROM_DEALER = ["blind-not-dealer", "declarer-must-be-dealer", "dealer-must-play"];
const WHO = [
  ...COUNTED,
  ...FROM_DEALER,
  ...["tricks-to-non-player", "tricks-without-play", "no-declarer", "all-must-play", "dealer-trump-unknown"],
];
// What a deal only seems to get wrong as well, where the part of it named here could not be read.
const FOLLOW_UPS = new Map([
  ["deal", WHO],
  ["players", [...WHO, "player-count"]],
  ["players.", ["player-count"]],
  ["options.tricks", ["tricks-sum"]],
  ["declarer", WHO],
  ["joined", WHO],
  ["dealer", FROM_DEALER],
  ["tricks", COUNTED],
  ["trick_order", ["trick-order-mismatch"]],
  ["dealer_has_trump", ["dealer-trump-unknown"]],
]);

// Whether an order of tricks has a use nobody can tell while the rule that asks for it cannot be read.
const UNTOLD = new Map([["options.leftover", "deal.trick_order"]]);

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The part of an answer that says whose it is. */
export const headOf = ({ id }) =>
  ["string", "boolean"].includes(typeof id) || Number.isInteger(id) ? { id } : {};

/** The seats of `names` in seat order; of names that stand there twice, the first. */
export function seatsByName(names) {
  const seats = new Map();
  names.forEach((name, seat) => seats.has(name) || seats.set(name, seat));
  return seats;
}

/** The name of every seat. */
export const namesOf = (seats) => new Map([...seats].map(([name, seat]) => [seat, name]));

/** Collects what is wrong while plain data is read; `prefix` starts the path of every field. */
export class Reader {
  prefix = "";
  problems = [];

  wrong(path, code = "bad-shape", params = {}) {
    this.problems.push(problem(code, this.prefix + path, params));
  }

  /** Note every key of `data` that says nothing here. */
  only(path, data, keys) {
    for (const key of Object.keys(data)) if (!keys.includes(key)) this.wrong(path + key);
  }

  /** `value` as an amount in smallest units, 0 and a note where it is none. */
  amount(path, value) {
    if (!Number.isInteger(value)) this.wrong(path);
    else if (Math.abs(value) > LIMIT) this.wrong(path, "amount-too-large", { limit: LIMIT });
    else return value + 0;
    return 0;
  }

  /** `value` as a count that may be missing. */
  count(path, value) {
    const number = value ?? 0;
    if (Number.isInteger(number) && number >= 0 && number <= LIMIT) return number + 0;
    this.wrong(path);
    return 0;
  }

  /** `value` as yes, no or unsaid. */
  flag(path, value) {
    if (typeof (value ?? false) === "boolean") return value ?? null;
    this.wrong(path);
    return null;
  }

  /** `value` as a list of players' names, noting what is no name or stands there twice. */
  names(path, value) {
    if (!Array.isArray(value)) {
      this.wrong(path);
      return [];
    }
    const keys = new Set([POT_NAME]);
    return value.filter((name, number) => {
      const key = typeof name === "string" ? nameKey(name) : "";
      if (key === "") this.wrong(`${path}.${number}`);
      else if (keys.has(key)) this.wrong(`${path}.${number}`, "duplicate-player", { name });
      keys.add(key);
      return key !== "";
    });
  }

  /** The seat of the player called `value`, null and a note where nobody is. */
  seat(path, value, seats) {
    if (typeof value !== "string") this.wrong(path);
    else if (!seats.has(value)) this.wrong(path, "unknown-player", { name: value });
    else return seats.get(value);
    return null;
  }

  /** The seats of the players listed in `value`; null is nobody. */
  seatList(path, value, seats) {
    const names = value ?? [];
    if (!Array.isArray(names)) {
      this.wrong(path);
      return [];
    }
    const found = names.map((name, number) => this.seat(`${path}.${number}`, name, seats));
    return found.filter((seat) => seat !== null);
  }

  /** Whoever the field `dealer` at `path` names, null and a note where nobody is. */
  dealer(path, value, seats) {
    if (typeof value !== "string") this.wrong(path);
    else if (!seats.has(value)) this.wrong(path, "unknown-dealer", { name: value });
    return seats.get(value) ?? null;
  }

  /** `value` as an object of options, noting what is none. */
  options(value) {
    if (isObject(value ?? {})) return value ?? {};
    this.wrong("options");
    return {};
  }

  /** The deal that `data` (the keys of a case's `deal`) describes, as far as it can be read. */
  deal(path, data, seats) {
    this.only(path, data, DEAL_KEYS);
    const declarer = data.declarer ?? null;
    const flag = (key) => this.flag(path + key, data[key]);
    const list = (key) => this.seatList(path + key, data[key], seats);
    return {
      declarer: declarer === null ? null : this.seat(`${path}declarer`, declarer, seats),
      joined: list("joined"),
      tricks: this.#tricks(`${path}tricks`, data.tricks ?? {}, seats),
      blind: this.#blind(`${path}blind`, data.blind ?? null),
      trump_card: this.#trumpCard(`${path}trump_card`, data.trump_card ?? 1),
      seven: flag("seven") ?? false,
      dealer_has_trump: flag("dealer_has_trump"),
      dealer_turned_own: flag("dealer_turned_own") ?? false,
      trick_order: list("trick_order"),
    };
  }

  #blind(path, value) {
    if ([null, "single", "double"].includes(value)) return value;
    this.wrong(path);
    return null;
  }

  #trumpCard(path, value) {
    if (Number.isInteger(value)) return value + 0;
    this.wrong(path, typeof value === "number" ? "trump-card-range" : "bad-shape");
    return 1;
  }

  #tricks(path, value, seats) {
    const tricks = new Map();
    if (!isObject(value)) {
      this.wrong(path);
      return tricks;
    }
    for (const [name, won] of Object.entries(value)) {
      const seat = this.seat(`${path}.${name}`, name, seats);
      if (won === null) continue;
      if (!Number.isInteger(won) || Math.abs(won) > LIMIT) this.wrong(`${path}.${name}`, "tricks-not-integer");
      else if (seat !== null) tricks.set(seat, won + 0);
    }
    return tricks;
  }

  /** Drop every unknown name: without a readable list of players, none is a mistake of its own. */
  forgiveStrangers() {
    this.problems = this.problems.filter(({ code }) => code !== "unknown-player" && code !== "unknown-dealer");
  }

  /** All that was noted and all that `check` finds, without what only follows from a note. */
  checked(deal, table) {
    const noted = new Set(this.problems.map(({ field }) => field));
    if (noted.has("players")) this.forgiveStrangers();
    const doubtful = new Set([...noted].flatMap(followUps));
    const untold = new Set([...noted].flatMap((field) => [field, UNTOLD.get(field)]));
    const found = check(deal, table).filter(({ field, code }) => !untold.has(field) && !doubtful.has(code));
    return [...this.problems, ...found];
  }
}

/** What only seems wrong where what stands at `path` is: a whole field, or an entry of a list. */
function followUps(path) {
  const inside = path.replace(/^deal\./, "");
  const first = inside.split(".")[0];
  return FOLLOW_UPS.get(inside) ?? FOLLOW_UPS.get(first === "players" ? "players." : first) ?? [];
}
