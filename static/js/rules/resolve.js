// From what was written to what is in force: undo and redo first, then corrections.

import { Refused, problem } from "./problems.js";

const AMENDMENTS = new Set(["correct", "strike", "restore", "insert", "dealer", "reopen"]);
/** What something can be put before. */
const PLACES = new Set("deal void join leave sit-out return rename reorder dealer adjust".split(" "));

const refused = (number, code, field) => new Refused([problem(code, field)], number);

/**
 * What is in force of `events` (each a `number` and an `event`): `lines` in the order of the book; `effective`,
 * what was not undone, as it was written; `undone`, latest last; `marked`, payments of the closing in force.
 */
export function resolve(events) {
  const [effective, undone, marks] = [[], [], []];
  let amends = false;
  for (const line of events) {
    const { kind } = line.event;
    if (kind === "undo") move(line.number, effective, undone);
    else if (kind === "redo") move(line.number, undone, effective);
    else if (kind === "payment") {
      const closing = closingOf(effective);
      if (closing === null) throw refused(line.number, "bad-target", "kind");
      marks.push({ closing, line });
    } else {
      undone.length = 0;
      effective.push(line);
      amends ||= AMENDMENTS.has(kind);
    }
  }
  const closing = closingOf(effective);
  const marked = marks.filter((mark) => mark.closing === closing).map(({ line }) => line);
  return { lines: amends ? amended(effective) : effective, effective, undone, marked };
}

function move(number, source, target) {
  if (!source.length) throw refused(number, "bad-target", "kind");
  target.push(source.pop());
}

/** The number of the closing in force, null while the evening is open. */
function closingOf(effective) {
  const latest = effective.findLast(({ event }) => event.kind === "close" || event.kind === "reopen");
  return latest?.event.kind === "close" ? latest.number : null;
}

/** The lines in force that `effective` comes to, corrections settled. */
function amended(effective) {
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
