// The worker: keeps the parts of this release of the pages and of the one before, and one empty page for when there
// is no signal. It never keeps anything of an evening. VERSION and FILES are written above this by the server.

const CACHE = `ledger-${VERSION}`;
const SHELL = "/shell";
// What works without signal, and what is no page: something to print or to take along.
const TABLE = /^\/(e\/[^/]+\/)?$/;
const FILE = /\.[^/]*$/;
const PATIENCE = 4000;
const BROKEN = new Set([502, 503, 504]);

/** Whether an answer is the server's, and good to be kept; what is on the way may answer in its place. */
const good = (answer) => answer?.ok && answer.headers.has("X-Pages");

async function keep(cache, request, ...options) {
  const answer = await fetch(request, ...options);
  if (!good(answer)) throw new Error(`not ours: ${request}`);
  await cache.put(request, answer);
}

async function fill() {
  const cache = await caches.open(CACHE);
  await Promise.all([...FILES.map((file) => keep(cache, file)), keep(cache, SHELL, { cache: "no-store" })]);
  await self.skipWaiting();
}

/** Let go of what is outdated, but for the release before this: its pages are still open, and want more parts. */
async function tidy() {
  const others = (await caches.keys()).filter((name) => name !== CACHE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** A page from the network; the empty one where no answer comes, or a proxy's. What `works` without waits less. */
async function page(request, works) {
  const cache = await caches.open(CACHE);
  const late = new Promise((resolve) => works && setTimeout(resolve, PATIENCE));
  const answer = await Promise.race([fetch(request).catch(() => null), late]);
  const comes = answer && !BROKEN.has(answer.status);
  return comes ? answer : ((await cache.match(SHELL)) ?? answer ?? fetch(request));
}

/** The empty page: once a release and language. The latest is the one that is shown without signal. */
async function shell(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) {
    await cache.put(SHELL, kept.clone());
    return kept;
  }
  const answer = await fetch(request).catch(() => null);
  if (!good(answer)) return (await cache.match(SHELL)) ?? answer ?? Response.error();
  await cache.put(request, answer.clone());
  await cache.put(SHELL, answer.clone());
  return answer;
}

async function part(request) {
  return (await caches.match(request)) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(tidy()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (!FILE.test(pathname)) event.respondWith(page(request, TABLE.test(pathname) && !search));
  } else if (pathname === SHELL) {
    event.respondWith(shell(request));
  } else if (pathname.startsWith("/static/")) {
    event.respondWith(part(request));
  }
});
