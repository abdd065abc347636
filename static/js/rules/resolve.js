// From what was written to what is in force: undo and redo first, then corrections.

import { Refused, problem } from "./problems.js";

const AMENDMENTS = new Set(["correct", "strike", "restore", "insert", "dealer", "reopen"]);
/** What something can be put before. */
const PLACES = new Set("deal void join leave sit-out return rename reorder dealer adjust".split(" "));
/** How many closings of an evening may be taken back once payments were marked under them. */
const MOST_TAKEN_BACK = 30;

const refused = (number, code, field, params = {}) => new Refused([problem(code, field, params)], number);

/**
 * What is in force of `events` (each a `number` and an `event`): `lines` in the order of the book; `marked`, the
 * payments of the closing in force; `before`, for every closing that was taken back after payments of its own,
 * those (`marked`) and what was `effective` right after it.
 */
export function resolve(events) {
  const [effective, undone, marks] = [[], [], []];
  const closings = new Map();
  let amends = false;
  for (const line of events) {
    const { kind } = line.event;
    if (kind === "undo") move(line.number, effective, undone);
    else if (kind === "redo") move(line.number, undone, effective);
    else if (kind === "payment") {
      const place = closingIn(effective);
      if (place < 0) throw refused(line.number, "bad-target", "kind");
      const closing = effective[place].number;
      marks.push({ closing, line });
      // What stands before a closing stays as it is for as long as that can be in force.
      if (!closings.has(closing)) closings.set(closing, effective.slice(0, place + 1));
    } else {
      undone.length = 0;
      effective.push(line);
      amends ||= AMENDMENTS.has(kind);
    }
  }
  const under = (closing) => marks.filter((mark) => mark.closing === closing).map(({ line }) => line);
  const latest = effective[closingIn(effective)]?.number;
  const before = [...closings].filter(([closing]) => closing !== latest).sort(([one], [other]) => one - other);
  if (before.length > MOST_TAKEN_BACK)
    throw refused(events.at(-1).number, "too-many", "kind", { of: "closings", limit: MOST_TAKEN_BACK });
  return {
    lines: amends ? amended(effective) : effective,
    marked: under(latest),
    before: before.map(([closing, then]) => ({ effective: then, marked: under(closing) })),
  };
}

function move(number, source, target) {
  if (!source.length) throw refused(number, "bad-target", "kind");
  target.push(source.pop());
}

/** The place of the closing in force, -1 while the evening is open. */
function closingIn(effective) {
  const latest = effective.findLastIndex(({ event }) => event.kind === "close" || event.kind === "reopen");
  return effective[latest]?.event.kind === "close" ? latest : -1;
}

/** The lines in force that `effective` comes to, corrections settled. */
export function amended(effective) {
  const lines = new Map();
  const struck = new Set();
  let order = [];
  let closing = null;
  const wanted = (number, target, isStruck) => {
    const kind = lines.get(target)?.event.kind;
    if (kind !== "deal" || struck.has(target) !== isStruck) throw refused(number, "bad-target", "target");
  };
  const put = (number, event, before = number) => {
    if (before !== number && !PLACES.has(lines.get(before)?.event.kind))
      throw refused(number, "bad-target", "before");
    const place = before === number ? order.length : order.indexOf(before);
    order.splice(place, 0, number);
    lines.set(number, { number, event });
  };
  const write = {
    correct(number, { target, deal }) {
      wanted(number, target, false);
      lines.set(target, { number: target, event: { kind: "deal", deal } });
    },
    strike(number, { target }) {
      wanted(number, target, false);
      struck.add(target);
    },
    restore(number, { target }) {
      wanted(number, target, true);
      struck.delete(target);
    },
    insert: (number, { before, deal }) => put(number, { kind: "deal", deal }, before),
    dealer: (number, event) => put(number, event, event.before ?? number),
    reopen(number) {
      if (closing === null) throw refused(number, "bad-target", "kind");
      order = order.filter((line) => line !== closing);
      lines.delete(closing);
      closing = null;
    },
    close(number, event) {
      put(number, event);
      closing = number;
    },
  };
  for (const { number, event } of effective) {
    const { kind } = event;
    if (closing !== null && kind !== "reopen") throw refused(number, "evening-closed", "kind");
    (Object.hasOwn(write, kind) ? write[kind] : put)(number, event);
  }
  return order.filter((number) => !struck.has(number)).map((number) => lines.get(number));
}
