// The taps of the record page: they change the plain form, which is what is sent; and what they would do, once told.

const BLIND = ["", "single", "double"];
export const LATE = 1200; // How long a second tap may come late (ms).
// What is so or not: the button that says it, its plain field with its value, and whether `draft` says so.
const FACTS = [
  ["nobody", "declarer", "nobody", () => draft.nobody],
  ["fold", "fold", "1", () => draft.nobody],
  ["seven", "seven", "1", () => draft.seven],
  ["own", "turned_own", "1", () => draft.own],
  ["trump-yes", "dealer_trump", "yes", () => draft.trump === "yes"],
  ["trump-no", "dealer_trump", "no", () => draft.trump === "no"],
];

let form, words, total, kind, rows, ordered, draft, heard, taps;

/**
 * Take the taps on `fresh`, a form; `said` are the words of the roles, `tapped` is called with the draft after each.
 * `half`: what was tapped before.
 */
export function mount(fresh, said, tapped, half) {
  form = fresh;
  words = said;
  heard = tapped;
  taps = 0;
  total = Number(form.dataset.tricks);
  kind = form.dataset.kind;
  rows = new Map([...form.querySelectorAll(".seat")].map((row) => [row.dataset.seat, row]));
  ordered = form.querySelector('[name="order"]') !== null;
  // What has been tapped so far. `tricks` keeps what somebody set, also for who dropped out again.
  draft = half ?? read();
  form.addEventListener("click", tap);
  show();
}

const button = () => form.querySelector(".write");

/** Whether the button writes. */
export const ready = () => !("unready" in button().dataset);

function offer(is) {
  if (is) delete button().dataset.unready;
  else button().dataset.unready = "1";
}

/** A second tap that comes late must not fall on the fresh page's button. */
export function guard() {
  if (!ready()) return;
  offer(false);
  setTimeout(() => taps || offer(true), LATE);
}

/** Show what the deal would do: who wins what, and in words on the button; where it is not `ready`, what is `missing`. */
export function tell({ results = {}, signs = {}, says = "", missing = "", ready: may }) {
  for (const [seat, row] of rows) {
    const result = row.querySelector(".result");
    result.textContent = results[seat] ?? "";
    result.className = `result ${signs[seat] ?? "even"}`;
  }
  button().querySelector(".says").textContent = may ? says : missing;
  offer(may);
}

/** The book has moved on: numbers for another one would mislead. The button now leads to what came in between. */
export function outdated({ moved, look }) {
  button().querySelector(".do").textContent = look;
  tell({ says: moved, ready: true });
}

function named(name) {
  return form.querySelector(`[name="${name}"]`);
}

function read() {
  const state = { declarer: null, joined: new Set(), tricks: new Map(), order: [] };
  for (const [seat, row] of rows) {
    const typed = row.querySelector(".tricks").value.trim();
    if (/^\d{1,2}$/.test(typed)) state.tricks.set(seat, Number(typed));
    if (row.classList.contains("declarer")) state.declarer = seat;
    if (row.classList.contains("joined")) state.joined.add(seat);
  }
  const value = (name) => named(name)?.value ?? "";
  state.nobody = (named("fold") ?? form.querySelector('[name="declarer"][value="nobody"]'))?.checked ?? false;
  state.blind = value("blind");
  state.card = Number(value("trump_card") || 1);
  state.seven = named("seven")?.checked ?? false;
  state.trump = form.querySelector('[name="dealer_trump"]:checked')?.value ?? "";
  state.own = named("turned_own")?.checked ?? false;
  state.order = [...form.querySelectorAll('[name="order"]')].map((field) => field.value).filter(Boolean);
  return state;
}

const isIn = (seat) => seat === draft.declarer || draft.joined.has(seat);
const set = (seat) => (isIn(seat) ? (draft.tricks.get(seat) ?? 0) : 0);
const taken = () => [...rows.keys()].reduce((sum, seat) => sum + set(seat), 0);
const won = (seat) => (byRest(seat) ? Math.max(total - taken(), 0) : set(seat));

/** The tricks nobody set are the declarer's; once those are set, they are whose came along first and is not. */
function byRest(seat) {
  if (ordered || kind === "none" || draft.declarer === null) return false;
  if (!draft.tricks.has(draft.declarer)) return seat === draft.declarer;
  return seat === [...draft.joined].find((joiner) => !draft.tricks.has(joiner));
}
const allPlay = () => form.dataset.forced === "1" || draft.seven;

function tapRow(seat) {
  if (rows.get(seat).dataset.fixed || (allPlay() && isIn(seat))) return;
  somebody();
  if (seat === draft.declarer) draft.declarer = null;
  else if (kind === "bid" && draft.declarer === null) declare(seat);
  else if (draft.joined.has(seat)) draft.joined.delete(seat);
  else draft.joined.add(seat);
}

function declare(seat) {
  draft.declarer = seat;
  draft.joined.delete(seat);
}

function more(seat) {
  somebody();
  if (kind === "bid" && draft.declarer === null) {
    declare(seat);
    return;
  }
  // A rest is nobody's count yet: the first tap is the first trick.
  const before = set(seat);
  draft.tricks.set(seat, before + Math.min(1, total - taken()));
  if (!isIn(seat)) draft.joined.add(seat);
  draft.order.push(seat);
}

function less(seat) {
  draft.tricks.set(seat, Math.max(won(seat) - 1, 0));
  const last = draft.order.lastIndexOf(seat);
  if (last >= 0) draft.order.splice(last, 1);
}

function somebody() {
  draft.nobody = false;
  draft.trump = "";
}

function nobody() {
  draft.declarer = kind === "dealer" ? draft.declarer : null;
  draft.joined.clear();
  draft.blind = "";
  draft.seven = false;
}

function tapFact(id) {
  if (id === "nobody" || id === "fold") {
    draft.nobody = !draft.nobody;
    if (draft.nobody) nobody();
  } else if (id === "blind") {
    draft.blind = BLIND[(BLIND.indexOf(draft.blind) + 1) % BLIND.length];
    if (draft.blind) {
      draft.card = 1;
      draft.nobody = false;
      if (draft.declarer !== form.dataset.dealer) {
        if (draft.declarer !== null) draft.joined.add(draft.declarer);
        declare(form.dataset.dealer);
      }
    }
  } else if (id === "card") {
    draft.card = (draft.card % 3) + 1;
    if (draft.card > 1) draft.blind = "";
  } else if (id === "seven") {
    draft.seven = !draft.seven;
    draft.nobody = false;
    if (draft.seven) for (const seat of rows.keys()) if (seat !== draft.declarer) draft.joined.add(seat);
  } else if (id === "own") {
    draft.own = !draft.own;
    if (draft.own) {
      draft.trump = "";
      draft.joined.add(form.dataset.dealer);
    }
  } else if (id === "trump-yes" || id === "trump-no") {
    const answer = id.slice(6);
    draft.trump = draft.trump === answer ? "" : answer;
    if (draft.trump) {
      draft.joined.clear();
      draft.own = false;
    }
  }
}

const press = (tapped, on) => tapped?.setAttribute("aria-pressed", String(on));

/** Show the draft in the rows, and write it into the plain fields that are sent. */
function show() {
  if (draft.blind && draft.declarer !== form.dataset.dealer) draft.blind = "";
  const left = total - taken();
  for (const [seat, row] of rows) {
    const role = seat === draft.declarer ? "declarer" : draft.joined.has(seat) ? "joined" : "out";
    row.className = `seat ${role}`;
    press(row.querySelector(".who.rich"), role !== "out");
    row.querySelector(".role").textContent = words[role];
    const alone = seat === draft.declarer && draft.joined.size === 0;
    const rest = byRest(seat);
    const blank = alone && !draft.tricks.has(seat);
    row.querySelector(".count").classList.toggle("rest", rest && !blank);
    row.querySelector(".won").textContent = blank ? "" : String(won(seat));
    const minus = row.querySelector(".minus");
    const plus = row.querySelector(".plus");
    minus.hidden = blank || role === "out" || won(seat) === 0;
    plus.disabled = kind === "bid" && draft.declarer === null ? false : left <= 0;
    const radio = row.querySelector('[name="declarer"]');
    if (radio) radio.checked = role === "declarer";
    const box = row.querySelector('[name="joined"]');
    if (box) box.checked = role === "joined";
    const said = draft.tricks.has(seat) || (rest && role === "joined");
    row.querySelector(".tricks").value = role !== "out" && said && !alone ? String(won(seat)) : "";
    row.querySelector(".flaw")?.remove();
  }
  for (const [id, name, value, is] of FACTS) {
    press(document.getElementById(id), is());
    const field = form.querySelector(`[name="${name}"][value="${value}"]`);
    if (field) field.checked = is();
  }
  const blind = document.getElementById("blind");
  if (blind) {
    press(blind, draft.blind !== "");
    named("blind").value = draft.blind;
    blind.textContent = named("blind").options[draft.blind === "double" ? 2 : 1].text;
  }
  const card = document.getElementById("card");
  if (card) {
    named("trump_card").value = String(draft.card);
    card.textContent = card.textContent.replace(/\d+/, draft.card);
  }
  // Where a house rule needs to know who won which trick, the taps on + tell: in the order they were made.
  const order = draft.order.filter(isIn);
  form.querySelectorAll('[name="order"]').forEach((field, number) => (field.value = order[number] ?? ""));
}

function tap(event) {
  const tapped = event.target.closest("button.rich");
  if (!tapped) return;
  const seat = tapped.closest(".seat")?.dataset.seat;
  if (tapped.classList.contains("who")) tapRow(seat);
  else if (tapped.classList.contains("plus")) more(seat);
  else if (tapped.classList.contains("minus")) less(seat);
  else tapFact(tapped.id);
  taps += 1;
  show();
  heard(draft);
}

// Coming back by the Back button shows the book as it is now, not the form that was sent.
window.addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
