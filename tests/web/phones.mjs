// Three phones with the real outbox, on a line that loses, doubles, delays and breaks what passes.
//
// A request may hang open while its phone goes on: deals are added and taken back, and the phone is killed.
//
// Reads one job a line ({seed, ...}) is told from outside through `ask`: every request of a phone is a line on
// standard output, and its answer a line on standard input. Which request is next, and what becomes of it, is
// decided by the seed alone.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { outbox, standing } = await import(pathToFileURL(`${process.argv[2]}/outbox.js`));
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
    Object.assign(this, { torn: 0, counted: 0, wrong: 0, took: new Map() });
    // What goes on once the line does, the request that has not arrived yet, and whether one is open at all.
    Object.assign(this, { resume: null, underway: null, open: false });
    this.meanwhile = { killed: 0, added: 0, undone: 0 };
    this.start();
  }

  start() {
    const shelf = {
      unsent: async () => {
        const read = structuredClone(this.kept);
        await this.pause(0.1);
        return read;
      },
      change: (_id, act, book) => this.change(act, book),
    };
    this.box = outbox(shelf, "evening", (entry) => this.send(entry));
  }

  /** Begin anew: nobody hears any more what comes of an open request, which may arrive all the same. */
  kill() {
    if (this.open) this.meanwhile.killed += 1;
    if (this.underway && this.dice.is(0.5)) this.held.push(this.underway);
    Object.assign(this, { resume: null, underway: null, open: false });
    this.start();
  }

  /** Hang, now and then, until `flush` goes on: for ever where the phone is killed. */
  async pause(share) {
    if (!this.dice.is(share)) return;
    await new Promise((resume) => {
      this.resume = resume;
      this.hangs();
    });
  }

  async change(act, book = null) {
    const before = structuredClone(this.kept);
    this.kept = act(before, this.book);
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
    this.underway = { phone: this.number, ...entry };
    this.open = true;
    try {
      await this.pause(0.5);
      return await this.passes(entry, this.underway);
    } finally {
      this.open = false;
    }
  }

  /** What the line makes of a request, and of its answer. */
  async passes(entry, request) {
    this.underway = null;
    const fate = this.dice.below(10);
    if (fate === 0) throw new Error("the request is lost");
    if (fate === 1) {
      // It arrives when nobody waits for it any more.
      this.held.push(request);
      throw new Error("the request is late");
    }
    const answer = await server(request);
    this.compare(entry, answer.body);
    await this.pause(0.5);
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
    if (this.open) this.meanwhile.added += 1;
    await this.box.add({ token, kind: "deals", fields: deal }, this.book.revision);
    this.wrote.push(token);
  }

  async undo() {
    const deal = standing(this.kept).at(-1)?.token;
    if (!deal) return;
    const token = `phone-${this.number}-undo-${String(this.made).padStart(6, "0")}`;
    this.made += 1;
    if (this.open) this.meanwhile.undone += 1;
    const after = await this.box.takeBack(token, this.kept.at(-1)?.token);
    if (after.at(-1)?.token === token) {
      this.wrote.push(token);
      this.took.set(token, deal);
    } else this.dropped.push(deal);
  }

  /** Send what waits, or go on with that, until it ends or hangs. */
  async flush() {
    const hangs = new Promise((resolve) => (this.hangs = resolve));
    const { resume } = this;
    this.resume = null;
    if (resume) resume();
    else this.sending = this.deliver();
    await Promise.race([this.sending, hangs]);
  }

  /** Send what waits; where another phone wrote meanwhile, somebody decides. */
  async deliver() {
    const why = await this.box.flush();
    if (why !== "stale" && why !== "refused") return;
    // As on the page: what would take back a deal of this phone must not take back one of another.
    const insists = why === "stale" && this.kept[0]?.kind !== "undo" && !this.dice.is(0.2);
    const decided = (entries) =>
      insists ? rebased(entries, this.book.revision) : dropped(entries, entries[0]?.token);
    const before = this.kept;
    const left = await this.change((entries) => recounted(decided(entries), this.book, () => ""));
    const stays = new Set(left.map(({ token }) => token));
    this.dropped.push(...before.map(({ token }) => token).filter((token) => !stays.has(token)));
  }

  /** The deals that stand in the end, as this phone knows: neither dropped nor taken back. */
  stands() {
    const wrote = this.wrote.filter((token) => !this.dropped.includes(token));
    const taken = new Set(wrote.map((token) => this.took.get(token)));
    return wrote.filter((token) => !this.took.has(token) && !taken.has(token));
  }
}

/** Let each phone hear where the evening stands. */
async function opened(phones) {
  const { body } = await server({ phone: 0, kind: "state" });
  for (const phone of phones) await phone.box.hear(body);
}

async function evening({ seed, deals, steps }) {
  const dice = chance(seed);
  const held = [];
  written.clear();
  const phones = [0, 1, 2].map((number) => new Phone(number, dice, held));
  await opened(phones);
  let phone = phones[0];
  for (let step = 0; step < steps; step += 1) {
    // Whose request is open is not left alone with it for long.
    if (!phone.open || dice.is(0.4)) phone = phones[dice.below(phones.length)];
    const what = dice.below(12);
    if (what < 4) await phone.write(deals[dice.below(deals.length)]);
    else if (what < 7) await phone.flush();
    else if (what === 7) await phone.look();
    else if (what < 10) await phone.undo();
    else phone.kill();
    if (held.length && dice.is(0.5)) await server(held.splice(dice.below(held.length), 1)[0]);
  }
  for (const phone of phones) {
    for (let tries = 0; (phone.kept.length || phone.resume) && tries < 500; tries += 1) await phone.flush();
  }
  while (held.length) await server(held.shift());
  // With all that came late.
  await opened(phones);
  const seen = ["torn", "counted", "wrong", "wrote", "dropped", "meanwhile"];
  const told = (phone) => ({
    ...Object.fromEntries(seen.map((name) => [name, phone[name]])),
    ...{ left: phone.kept.length, stands: phone.stands() },
  });
  tell({ done: seed, phones: phones.map(told) });
}

for (let job = await hear(); job; job = await hear()) await evening(job);
process.exit(0);
