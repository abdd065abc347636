// What was written and not sent yet: sent in order, each once, whatever the line does to it.
//
// What waits stands behind the book that is kept with it. That a book holds an entry already is told by the
// answer to this entry alone; no other word of the server takes its place meanwhile, or the deal would count twice.
//
// An entry: `token` (the server does what it names once), `kind` ("deals" or "undo"), `fields` of its form,
// `revision` of the book it is for, or `after`, the token of the entry before it; `tried`, once it may have
// reached the server; `problem`, why the server would not have it, with its `reason` in words and the `lines`
// of what was written meanwhile, until a person decides; `says`, the deal in words; `sums`, what it comes to; `before`,
// of what takes back a deal that the book holds by now: the book without it.

/** Names one action: who sends it twice has done one thing. */
export const newToken = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

/** Whether what waits, `entries`, can stand behind the book `kept`. */
export const fits = (kept, [first]) => !first || Boolean(first.problem) || first.revision === kept.revision;

/** The outbox of one evening. `shelf` keeps it (`unsent`, `change`), `ask(entry)` sends one entry. */
export function outbox(shelf, evening, ask) {
  let sending = null;
  const change = (act, kept) => shelf.change(evening, act, kept);
  const edit = (token, changed, kept) =>
    change(
      (entries) => (entries[0]?.token === token ? [{ ...entries[0], ...changed }, ...entries.slice(1)] : entries),
      kept,
    );

  /** Add an entry behind all others, for the book at `revision` where there are none. */
  function add(entry, revision) {
    return change((entries) => [...entries, follow(entry, entries.at(-1), revision)]);
  }

  /**
   * Take back what was added last, as `token`: gone where it cannot have been sent, else undone by an entry of its
   * own. `shown` is the last entry that a person sees: what another page added behind it stays.
   */
  function takeBack(token, shown) {
    return change((entries) => {
      const last = entries.at(-1);
      if (!last || last.token !== shown) return entries;
      if (last.kind === "deals" && !last.tried) return entries.slice(0, -1);
      const undo = { token, kind: "undo", fields: [["events", "1"]], says: last.says };
      return [...entries, follow(undo, last)];
    });
  }

  /** Keep what the server says, where what waits can stand behind it; returns what waits. */
  const hear = (kept) => change((entries) => (fits(kept, entries) ? [...entries] : entries), kept);

  /** Send what waits, in order; returns why it stopped, "" where nothing is left. */
  function flush() {
    sending ??= send().finally(() => (sending = null));
    return sending;
  }

  async function send() {
    for (let renewed = false; ; ) {
      const [first] = await shelf.unsent(evening);
      if (!first) return "";
      if (first.problem) return first.problem;
      // Noted before it is sent: from now on it may have been written, whatever is heard of it.
      const [entry] = await edit(first.token, { tried: true });
      if (entry?.token !== first.token) continue;
      const { status, body, ended } = await ask(entry).catch(() => ({ status: 0 }));
      if (status === 200 && body?.kept && Number.isInteger(body.revision)) {
        await acknowledge(entry.token, body);
        renewed = false;
      } else if (ended) {
        return "gone";
      } else if (body?.problem === "old" && !renewed) {
        renewed = true;
      } else if (body?.problem) {
        const { problem, says: reason = "", lines = [] } = body;
        await edit(entry.token, { problem, reason, lines }, body.kept);
        return problem;
      } else {
        return "line";
      }
    }
  }

  /** The server has written `token`, as `revision`: what follows it is for that book, which holds it. */
  function acknowledge(token, { revision, kept }) {
    return change((entries, before) => {
      if (entries[0]?.token !== token) return entries;
      const undone = undoOf(entries, token);
      const [next, ...rest] = entries.slice(1).map((entry) => (entry.token === undone ? { ...entry, before } : entry));
      return next ? [{ ...next, revision, after: null }, ...rest] : [];
    }, kept);
  }

  const entries = () => shelf.unsent(evening);
  /** Whether what `token` names waits. */
  const holds = async (token) => (await entries()).some((entry) => entry.token === token);

  return { add, takeBack, hear, flush, entries, holds };
}

/** The deals among `entries` that nothing takes back; and of the others, by token, the token of what does. */
function paired(entries) {
  const open = [];
  const undos = new Map();
  for (const entry of entries) {
    if (entry.kind === "undo") undos.set(open.pop()?.token, entry.token);
    else open.push(entry);
  }
  return { open, undos };
}

/** The deals among `entries` that no entry behind them takes back. */
export const standing = (entries) => paired(entries).open;

/** How many deals `entries` are to people: what takes a deal back that may have arrived is no deal more. */
export const counted = (entries) => Math.max(standing(entries).length, 1);

/** The token of the entry that takes back `token`, undefined where none does. */
export const undoOf = (entries, token) => paired(entries).undos.get(token);

/** `entry` as it follows `last`; without one, for the book at `revision`. */
export const follow = (entry, last, revision = null) =>
  last ? { ...entry, after: last.token, revision: null } : { ...entry, after: null, revision };
