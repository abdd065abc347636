// The record page drawn on the phone itself: the empty page it keeps, filled with where the evening stands.

import { sign, writer } from "./amounts.js";
import { fill } from "./outlook.js";
import { sum } from "./rules/seat.js";
import { shown } from "./rules/state.js";

const SHAPES = ["", "", "pair", "three", "four"];
const FACTS = {
  bid: ["#nobody", "#blind", '[name="blind"]', '[name="declarer"][value="nobody"]'],
  fold: ["#fold", '[name="fold"]'],
  seven: ["#seven", '[name="seven"]'],
  trump: ["#trump-yes", "#trump-no", '[name="dealer_trump"]'],
  own: ["#own", '[name="turned_own"]'],
  card: ["#card", '[name="trump_card"]'],
};

const bdi = (name) => Object.assign(document.createElement("bdi"), { textContent: name });

function element(tag, className, ...content) {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...content);
  return made;
}

/** Fill `page`, a copy of the empty page, with `moment`. */
export function draw(page, moment, words) {
  const { kept, state } = moment;
  const say = writer(kept.rules, kept.language, kept.units);
  const { table, antes } = state.next;
  const pot = say.amount(state.closed ? state.carried : table.pot);
  page.querySelector(".pot b").textContent = pot;
  const title = [page.querySelector(".pot").textContent, document.title.split(" · ").at(-1)];
  document.title = title.join(" · ");
  const size = pot.length > 6 ? "vast" : pot.length > 4 ? "long" : pot.length === 4 ? "snug" : "";
  page.querySelector(".pot-line").className = `pot-line ${size}`;
  page.querySelector(".deal-number").textContent = fill(words.deal, { number: moment.deals + 1 });
  page.querySelector(".dealer bdi").textContent = kept.names[table.dealer];
  page.querySelector(".forced").textContent = table.forced === null ? "" : ` · ${kept.words.forced}`;
  page.querySelector(".made-of").textContent = madeOf(state.carried, antes, words, say);
  if (state.closed) page.querySelector(".meta").textContent = words.rests;
  last(page.querySelector(".said"), moment, words, say);
  page.querySelector(".balances").append(balances(moment));
  const form = page.querySelector("form.deal");
  seats(form, moment);
  facts(form, moment);
}

function madeOf(carried, antes, words, say) {
  const paid = sum(antes.values());
  if (!carried || !paid) return "";
  const count = [...antes.values()].filter(Boolean).length;
  const parts = { carried: say.amount(carried), antes: say.amount(paid) };
  return ` · ${fill(count === 1 ? words["one-ante"] : words.antes, parts)}`;
}

/** The line that says what was written last. */
function last(place, { last: latest, kept, state }, words, say) {
  place.replaceChildren();
  if (!latest) {
    if (state.closed) place.append(words.closed);
    else if (!kept.head.last) place.append(element("span", "muted", words.nothing));
    return;
  }
  const ranked = [...latest.results].sort(([, one], [, other]) => other - one);
  const grouped = ranked.length >= SHAPES.length;
  place.className = `said ${SHAPES[ranked.length] ?? "grouped"}`;
  place.append(element("span", "muted head", fill(words.deal, { number: latest.deal })));
  if (!ranked.length) place.append(` ${words["nobody-played"]}`);
  // Many are told in two lines: who did not lose, and who did; all who came out alike share a number.
  const lost = ({ amount }) => grouped && amount < 0;
  const groups = alike(ranked, grouped);
  const [best, worst] = [groups.filter((group) => !lost(group)), groups.filter(lost)];
  if (best.length) place.append(" ", came(best, kept.names, say));
  if (worst.length) place.append(" ", came(worst, kept.names, say, true));
}

/** Who came out alike, best first; each alone unless they are `grouped`. */
function alike(ranked, grouped) {
  const groups = [];
  for (const [seat, amount] of ranked) {
    if (grouped && groups.at(-1)?.amount === amount) groups.at(-1).seats.push(seat);
    else groups.push({ amount, seats: [seat] });
  }
  return groups;
}

/** One line of results; `behind` another one, it begins with a dot for who hears it. */
function came(groups, names, say, behind = false) {
  const line = element("span", "came");
  groups.forEach(({ amount, seats: who }, at) => {
    if (at || behind) line.append(" ", element("span", "dot", "·"), " ");
    const whom = element("span", who.length > 1 ? "whom" : "whom alone");
    who.forEach((seat, place) => whom.append(place ? ", " : "", bdi(names[seat])));
    line.append(element("span", "nowrap", whom, " ", element("b", sign(amount), say.signed(amount))));
  });
  return line;
}

/** The seats from the dealer on. */
function dealOrder({ seats: all, next }) {
  const at = all.indexOf(next.table.dealer);
  return [...all.slice(at), ...all.slice(0, at)];
}

function seats(form, { state, kept, letGo }) {
  const { rules } = state;
  const { dealer, forced } = state.next.table;
  const strikes = rules.declarer === "dealer";
  Object.assign(form.dataset, { tricks: rules.tricks, kind: rules.declarer, dealer, forced: forced ? "1" : "" });
  const rows = dealOrder(state).map((seat) => {
    const row = form.querySelector("template").content.firstElementChild.cloneNode(true);
    const name = kept.names[seat];
    row.dataset.seat = seat;
    const declares = strikes && seat === dealer;
    const joins = forced !== null && !declares;
    row.className = `seat ${declares ? "declarer" : joins ? "joined" : "out"}`;
    if (forced !== null || declares) row.dataset.fixed = "1";
    for (const called of row.querySelectorAll("bdi")) called.textContent = name;
    for (const step of row.querySelectorAll(".step"))
      step.setAttribute("aria-label", fill(step.dataset.says, { name }));
    if (seat !== dealer) for (const mark of row.querySelectorAll(".disc, .disc + .hidden")) mark.remove();
    if (letGo.includes(seat)) row.querySelector(".word").append(` · ${kept.words.let_go}`);
    fields(row, seat, { bids: rules.declarer === "bid", declares, joins });
    return row;
  });
  const list = form.querySelector(".rows");
  list.classList.toggle("few", rows.length < 5);
  list.replaceChildren(...rows);
}

/** The plain fields of a row: what is sent. */
function fields(row, seat, { bids, declares, joins }) {
  const radio = row.querySelector('[name="declarer"]');
  const box = row.querySelector('[name="joined"]');
  row.querySelector(".tricks").name = `tricks_${seat}`;
  for (const field of [radio, box]) field.value = seat;
  if (declares) {
    radio.type = "hidden";
    box.remove();
  } else if (!bids) {
    radio.remove();
  }
  if (joins) box.type = "hidden";
}

function facts(form, { state, kept }) {
  const { rules, next } = state;
  const bid = rules.declarer === "bid";
  const has = {
    bid,
    fold: rules.declarer === "dealer" && next.table.forced === null,
    seven: (rules["forced.triggers"] ?? []).includes("seven"),
    trump: rules["passed_out.procedure"] === "dealer-if-trump",
    own: rules.declarer === "none",
    card: bid && rules["passed_out.procedure"] === "reante",
  };
  for (const [fact, places] of Object.entries(FACTS)) {
    for (const place of has[fact] ? [] : form.querySelectorAll(places.join()))
      (place.closest("label") ?? place).remove();
  }
  for (const button of form.querySelectorAll("#nobody, #fold")) button.textContent = kept.words.nobody;
  const order = rules.leftover === "trick-order" ? rules.tricks : 0;
  for (let trick = 0; trick < order; trick += 1)
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "order" }));
}

/** What everybody has who ever played, the most first. */
export function balances(moment) {
  const { state } = moment;
  const everybody = [...state.balances.keys()].sort((one, other) => shown(state, other) - shown(state, one));
  return watched(moment, everybody);
}

/** Put what everybody has in the place of the form: for who only watches, and in a closed evening. */
export function unwritable(page, moment) {
  const form = page.querySelector("form.deal");
  const rows = watched(moment, dealOrder(moment.state));
  const dealer = form.querySelector("template").content.querySelectorAll(".rich .disc, .rich .disc + .hidden");
  if (!moment.state.closed) rows.querySelector(".name").prepend(...dealer);
  form.replaceWith(rows);
}

/** `seats` with what they have. */
function watched({ state, kept }, seats) {
  const { signed } = writer(kept.rules, kept.language, kept.units);
  const rows = seats.map((seat) => {
    const has = shown(state, seat);
    const who = element("span", "who", element("span", "name", bdi(kept.names[seat])));
    return element("li", "seat watched", who, " ", element("span", `result ${sign(has)}`, signed(has)));
  });
  return element("ul", "rows", ...rows);
}
