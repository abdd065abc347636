// Three phones with the real outbox, on a line that loses, doubles, delays and breaks what passes.
//
// Reads one job a line ({seed, ...}) is told from outside through `ask`: every request of a phone is a line on
// standard output, and its answer a line on standard input. Which request is next, and what becomes of it, is
// decided by the seed alone.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { outbox } = await import(pathToFileURL(`${process.argv[2]}/outbox.js`));
const { dropped, rebased } = await import(pathToFileURL(`${process.argv[2]}/decision.js`));
const { recounted } = await import(pathToFileURL(`${process.argv[2]}/recount.js`));
const { revive, sums } = await import(pathToFileURL(`${process.argv[2]}/moment.js`));
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const tell = (data) => process.stdout.write(`${JSON.stringify(data)}\n`);
const hear = async () => {
  const { value, done } = await lines.next();
  return done ? null : JSON.parse(value);
};

/** Random numbers that follow from a seed alone. */
function chance(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { below: (count) => Math.floor(next() * count), is: (share) => next() < share };
}

const written = new Map(); // The revision that each entry made, by its token.

/** The server, asked one thing at a time as the test answers. */
async function server(request) {
  tell(request);
  const answer = await hear();
  if (answer.status === 200) written.set(request.token, answer.body.revision);
  return answer;
}

/** A phone: what it keeps survives when it is killed, what it was doing does not. */
class Phone {
  constructor(number, dice, held) {
    Object.assign(this, { number, dice, held, kept: [], book: { revision: 0 }, made: 0, wrote: [], dropped: [] });
    Object.assign(this, { torn: 0, counted: 0, wrong: 0 });
    this.wake();
  }

  wake() {
    const shelf = {
      unsent: async () => structuredClone(this.kept),
      change: (_id, act, book) => this.change(act, book),
    };
    this.box = outbox(shelf, "evening", (entry) => this.send(entry));
  }

  async change(act, book = null) {
    const before = structuredClone(this.kept);
    this.kept = act(before);
    if (book && this.kept !== before) this.book = book;
    if (!this.whole()) this.torn += 1;
    return structuredClone(this.kept);
  }

  /** Whether each deal is in the book that is kept, or waits behind it, and none is both. */
  whole() {
    const waits = new Set(this.kept.map(({ token }) => token));
    return this.wrote.every((token) => {
      const holds = written.has(token) && written.get(token) <= this.book.revision;
      return !written.has(token) || holds !== waits.has(token);
    });
  }

  /** Ask where the evening stands, as a page does again and again. */
  async look() {
    const { body } = await server({ phone: this.number, kind: "state" });
    await this.box.hear(body);
  }

  async send(entry) {
    const request = { phone: this.number, ...entry };
    const fate = this.dice.below(10);
    if (fate === 0) throw new Error("the request is lost");
    if (fate === 1) {
      // It arrives when nobody waits for it any more.
      this.held.push(request);
      throw new Error("the request is late");
    }
    const answer = await server(request);
    this.compare(entry, answer.body);
    if (fate === 2) throw new Error("the answer is lost");
    if (fate === 3) return { status: 502, body: null };
    if (fate === 4) return server(request);
    if (fate === 5) this.held.push(request);
    return answer;
  }

  /** See whether an answer agrees with what was worked out here. */
  compare({ sums: ours }, { kept, revision }) {
    if (!ours || !kept || kept.revision !== revision) return;
    this.counted += 1;
    if (ours !== sums(revive(kept))) this.wrong += 1;
  }

  async write(deal) {
    const token = `phone-${this.number}-deal-${String(this.made).padStart(6, "0")}`;
    this.made += 1;
    await this.box.add({ token, kind: "deals", fields: deal }, this.book.revision);
    this.wrote.push(token);
  }

  async undo() {
    if (!this.kept.some(({ kind }) => kind === "deals") || this.kept.at(-1).kind === "undo") return;
    const last = this.kept.at(-1);
    const token = `phone-${this.number}-undo-${String(this.made).padStart(6, "0")}`;
    this.made += 1;
    const after = await this.box.takeBack(token);
    if (after.at(-1)?.token === token) this.wrote.push(token);
    else this.dropped.push(last.token);
  }

  /** Send what waits; where another phone wrote meanwhile, somebody decides. */
  async flush() {
    const why = await this.box.flush();
    if (why !== "stale" && why !== "refused") return;
    if (why === "stale" && !this.dice.is(0.3)) {
      const rebase = (entries) => rebased(entries, this.book.revision);
      await this.change((entries) => recounted(rebase(entries), this.book, () => ""));
    } else {
      const [first] = this.kept;
      // What takes back a deal that is not wanted has nothing to take back.
      const undone = this.kept[1]?.kind === "undo" ? [this.kept[1].token] : [];
      for (const token of [...undone, first.token]) {
        await this.change((entries) => dropped(entries, token));
        this.dropped.push(token);
      }
      await this.change((entries) => rebased(entries, this.book.revision));
    }
  }
}

async function evening({ seed, deals, steps }) {
  const dice = chance(seed);
  const held = [];
  written.clear();
  const phones = [0, 1, 2].map((number) => new Phone(number, dice, held));
  const one = () => phones[dice.below(phones.length)];
  for (let step = 0; step < steps; step += 1) {
    const phone = one();
    const what = dice.below(10);
    if (what < 4) await phone.write(deals[dice.below(deals.length)]);
    else if (what < 7) await phone.flush();
    else if (what === 7) await phone.look();
    else if (what === 8 && dice.is(0.5)) await phone.undo();
    else phone.wake();
    if (held.length && dice.is(0.5)) await server(held.splice(dice.below(held.length), 1)[0]);
  }
  for (const phone of phones) {
    for (let tries = 0; phone.kept.length && tries < 500; tries += 1) await phone.flush();
  }
  while (held.length) await server(held.shift());
  const seen = ["torn", "counted", "wrong", "wrote", "dropped"];
  const told = (phone) => Object.fromEntries([["left", phone.kept.length], ...seen.map((name) => [name, phone[name]])]);
  tell({ done: seed, phones: phones.map(told) });
}

for (let job = await hear(); job; job = await hear()) await evening(job);
process.exit(0);
