// Amounts as people read them: true minus, exact digits, the decimal mark of currency and language.

const DECIMALS = { 1: 0, 10: 1, 100: 2, 10000: 4 };
const VULGAR = { "1/2": "½", "1/4": "¼", "2/4": "½", "3/4": "¾" };
const FEW = 10_000;

/** What writes amounts (smallest units) by `rules` in `language`; `units` are the words for one and for more. */
export function writer(rules, language, units) {
  const [name, parts] = [rules["unit.name"], rules["unit.denominator"]];
  const places = DECIMALS[parts];
  const mark = language === "de" && name !== "CHF" ? "," : ".";

  function fraction(part) {
    if (places !== undefined) return places ? mark + String(part).padStart(places, "0") : "";
    return part ? (VULGAR[`${part}/${parts}`] ?? ` ${part}/${parts}`) : "";
  }

  function amount(value) {
    const part = Math.abs(value) % parts;
    const whole = (Math.abs(value) - part) / parts;
    let digits = String(whole);
    if (whole >= FEW) digits = digits.replace(/\B(?=(\d{3})+$)/g, "\u202f");
    if (places === undefined && part && !whole) digits = "";
    return `${value < 0 ? "−" : ""}${digits}${fraction(part)}`.trim();
  }

  const signed = (value) => (value > 0 ? "+" : "") + amount(value);
  const withUnit = (value) =>
    places ? `${name}\u00a0${amount(value)}` : `${amount(value)}\u00a0${units[value === parts ? 0 : 1]}`;
  return { amount, signed, withUnit };
}

/** The word for a gain, a loss or neither. */
export const sign = (value) => (value > 0 ? "gain" : value < 0 ? "loss" : "even");
