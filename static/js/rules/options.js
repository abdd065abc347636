// House rules as data: a ruleset is the shipped values of catalogue.js, changed by options. One flat object.

import { OPTIONS, SHIPPED } from "./catalogue.js";
import { strip, words } from "./name.js";
import { Refused, problem } from "./problems.js";

const BAD = Symbol("none of this option's values");
const CASH_COINS = [1, 5, 10, 20, 50];
const ANTES = ["ante.each", "ante.dealer", "ante.on_empty_pot.each", "ante.on_empty_pot.dealer"];

const whole = ({ least, most }, value) =>
  Number.isInteger(value) && value >= least && value <= most ? value + 0 : BAD;
const READERS = {
  amount: whole,
  count: whole,
  choice: ({ choices }, value) => (choices.includes(value) ? value : BAD),
  flag: (_option, value) => (typeof value === "boolean" ? value : BAD),
  text(_option, value) {
    const length = typeof value === "string" ? [...strip(value)].length : 0;
    return length > 0 && length <= 20 ? value : BAD;
  },
  fraction(_option, value) {
    const parts = typeof value === "string" && /^([0-9]{1,4})(?:\/([0-9]{1,4}))?$/.exec(value);
    return parts && Number(parts[1]) > 0 && Number(parts[1]) <= Number(parts[2] ?? 1) ? value : BAD;
  },
  triggers({ choices }, value) {
    let names = value === "both" ? choices : value;
    if (typeof names === "string") names = words(names.replaceAll(",", " "));
    if (!Array.isArray(names) || new Set(names).size < names.length) return BAD;
    return names.every((name) => choices.includes(name)) ? choices.filter((name) => names.includes(name)) : BAD;
  },
};

function read(option, value) {
  if (value === null || value === undefined || (value === "none" && !option.choices.includes("none")))
    return option.optional ? null : BAD;
  return READERS[option.kind](option, value);
}

/**
 * The ruleset `slug` as far as `options` can be read, shipped values in place of bad ones; what is wrong with
 * them is added to `problems`. Throws all of these where there is nothing to start from.
 */
export function attempt(slug, options, problems) {
  if (typeof slug !== "string" || !Object.hasOwn(SHIPPED, slug)) {
    const params = { slug: typeof slug === "string" ? slug : null, known: Object.keys(SHIPPED).join(", ") };
    throw new Refused([...problems, problem("unknown-ruleset", "ruleset", params)]);
  }
  const given = new Map(Object.entries(options));
  for (const key of given.keys()) {
    if (!Object.hasOwn(OPTIONS, key)) problems.push(problem("unknown-option", `options.${key}`, { key }));
  }
  const rules = {};
  const shipped = (key) => read(OPTIONS[key], SHIPPED[slug][key]);
  for (const [key, option] of Object.entries(OPTIONS)) {
    rules[key] = given.has(key) ? read(option, given.get(key)) : shipped(key);
    if (rules[key] !== BAD) continue;
    problems.push(badValue(key, given.get(key)));
    rules[key] = shipped(key);
  }
  for (const key of disagreeing(rules)) {
    problems.push(badValue(key, rules[key]));
    rules[key] = shipped(key);
  }
  problems.push(...anteProblems(rules));
  return rules;
}

function badValue(key, value) {
  const { choices, least, most } = OPTIONS[key];
  const plain = ["string", "boolean"].includes(typeof value) || Number.isInteger(value);
  const params = { key, value: plain ? value : null, choices: choices.join(", "), least, most };
  return problem("option-value", `options.${key}`, params);
}

/** The keys of values that are fine each for itself, but not beside the others. */
function disagreeing(rules) {
  const { tricks, declarer, leftover } = rules;
  const [denominator, coin] = [rules["unit.denominator"], rules["unit.coin"]];
  const [each, dealer] = [rules["ante.on_empty_pot.each"], rules["ante.on_empty_pot.dealer"]];
  const first = each === null || dealer === null ? [rules["ante.each"], rules["ante.dealer"]] : [each, dealer];
  const shares = rules["award.kind"] === "declarer-share";
  const declares = declarer !== "none";
  const seven = (rules["forced.triggers"] ?? []).includes("seven");
  const missing = (key) => rules[key] === null;
  const wrong = {
    "players.max": rules["players.max"] < rules["players.min"],
    "unit.denominator": ![1, 2, 4, 10, 100].includes(denominator),
    "unit.coin": denominator === 100 && !CASH_COINS.includes(coin),
    "ante.each": first[0] === 0 && first[1] === 0,
    "ante.on_empty_pot.each": each === null && dealer !== null,
    "ante.on_empty_pot.dealer": dealer === null && each !== null,
    "quota.declarer": rules["quota.declarer"] > tricks || (declares && missing("quota.declarer")),
    "quota.joiner": rules["quota.joiner"] > tricks,
    "award.kind": shares && !declares,
    "award.share": shares && missing("award.share"),
    leftover: shares && leftover === "trick-order",
    "penalty.declarer": declares && missing("penalty.declarer"),
    "penalty.cap": rules["penalty.cap"] % coin !== 0,
    pot_cap: rules.pot_cap % coin !== 0,
    "forced.seven_quota": rules["forced.seven_quota"] > tricks || (seven && missing("forced.seven_quota")),
    "forced.seven_declarer_penalty": seven && declares && missing("forced.seven_declarer_penalty"),
    "passed_out.procedure": declarer !== "dealer" && missing("passed_out.procedure"),
  };
  return Object.keys(wrong).filter((key) => wrong[key]);
}

/** The antes that cannot be paid in coins, or cannot be shared by the tricks. */
function anteProblems(rules) {
  const { tricks } = rules;
  const coin = rules["unit.coin"];
  const divides = rules["award.kind"] === "per-trick" && !rules["ante.indivisible"];
  return ANTES.flatMap((key) => {
    const params = { amount: rules[key] ?? 0, coin, tricks };
    const codes = [];
    if (params.amount % coin) codes.push("ante-not-in-coins");
    if (divides && params.amount % tricks) codes.push("ante-not-divisible");
    return codes.map((code) => problem(code, `options.${key}`, params));
  });
}
