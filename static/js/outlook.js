// What a draft would do if it were written now: the live numbers, and the words on the button.

import { sign, writer } from "./amounts.js";
import { dealOf, empty, silent } from "./draft.js";
import { results } from "./moment.js";
import { headcount } from "./rules/problems.js";
import { dealt } from "./rules/deal.js";

/** `sentence` with what stands in it as {name} filled in. */
export const fill = (sentence, params) => sentence.replace(/\{(\w+)\}/g, (_all, name) => params[name]);

export const isolated = (name) => `\u2068${name}\u2069`;

const notYet = (missing) => ({ ready: false, says: "", missing, results: {}, signs: {} });

/** What writing `draft` would do at `moment`, in `words`; or what keeps it from being written. */
export function outlook(draft, moment, words) {
  const { state, kept } = moment;
  const { rules, next } = state;
  // One thing at a time: there is no room on the button for more.
  const refused = ([problem]) => notYet(told(problem, kept, words));
  const wrong = headcount(rules, state.seats.length);
  if (wrong.length) return refused(wrong);
  const strikes = rules.declarer === "dealer";
  if (!strikes && empty(draft)) return notYet(kept.words.who_declares);
  if (strikes && draft.nobody && draft.joined.length) return notYet(words.somebody);
  // The dealer strikes before anybody has tapped: a tap too early must not be his pot.
  if (strikes && silent(draft)) return notYet(words.along);
  if ((draft.seven || next.table.forced !== null) && !draft.tricks.size) return notYet(words.who);
  const deal = dealOf(draft, rules);
  let settlement;
  try {
    ({ settlement } = dealt(state, deal));
  } catch (problem) {
    if (!problem.problems) throw problem;
    return refused(problem.problems);
  }
  const say = writer(rules, kept.language, kept.units);
  const won = [...results(state.seats, deal, settlement)];
  return {
    ready: true,
    says: announcement(settlement, moment, words, say),
    missing: "",
    results: Object.fromEntries(won.map(([seat, amount]) => [seat, say.signed(amount)])),
    signs: Object.fromEntries(won.map(([seat, amount]) => [seat, sign(amount)])),
  };
}

/** What the button says writing will do: so that a tap too early cannot be mistaken. */
function announcement({ outcome, payouts, next }, { state, kept }, words, say) {
  const { rules } = state;
  const pots = { before: say.amount(state.next.table.pot), after: say.amount(next.table.pot) };
  if (outcome === "played") return fill(words.played, pots);
  const [[winner, won] = []] = payouts;
  const taken = winner === undefined ? {} : { name: kept.short[winner], amount: say.amount(won) };
  if (outcome === "unopposed") return fill(rules.declarer === "none" ? words.only : words.alone, taken);
  if (winner !== undefined) return fill(words.none, taken);
  const procedure = rules["passed_out.procedure"];
  if (procedure === "reante") return fill(words.again, pots);
  if (procedure !== "redeal") return fill(words.stays, pots);
  return fill(next.table.dealer === state.next.table.dealer ? words.redeal : words.passes, pots);
}

/** A problem as a sentence. */
function told({ code, seat, params }, kept, words) {
  if (code === "no-declarer") return kept.words.who_declares;
  if (code === "tricks-sum") {
    const { total, tricks } = params;
    const few = total < tricks;
    return fill(words[few ? "tricks-missing" : "tricks-over"], { num: Math.abs(tricks - total), tricks });
  }
  const say = writer(kept.rules, kept.language, kept.units);
  const limit = code === "amount-too-large" ? say.withUnit(params.limit) : "";
  const name = kept.short[seat] ?? isolated("?");
  return fill(words[code] ?? words["bad-shape"], { ...params, name, limit });
}
