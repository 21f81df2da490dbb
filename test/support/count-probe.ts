/**
 * Loaded before the program of a server (`BUN_OPTIONS=--preload=…`), this counts what its serving thread does that costs:
 * timers, abort controllers, JSON read and written, messages to other threads and the objects in them that are copied, network
 * addresses that the system is asked for; and what it makes in order to wait: promises, async functions and async generators,
 * as the runtime's own heap counts them. It listens on the Unix socket `TEST_COUNT_PROBE`: `/begin` forgets what was, `/end`
 * answers with the counts since then, `/heap` with the bytes of the heap without garbage. `/forget` and `/called` are the
 * first two without what the heap counts: to look through all of it takes as long as twenty requests.
 */
import { heapStats } from 'bun:jsc';
import { isMainThread, MessagePort } from 'node:worker_threads';

export type Called = Record<
  'timers' | 'abortControllers' | 'parses' | 'stringifies' | 'messages' | 'copies' | 'addresses',
  number
>;
type Made = Record<'promises' | 'asyncCalls', number>;
export type Counts = Called & Made;

const NONE: Called = {
  timers: 0,
  abortControllers: 0,
  parses: 0,
  stringifies: 0,
  messages: 0,
  copies: 0,
  addresses: 0,
};

/** Exact as long as no garbage is collected in between. */
function madeUntilNow(): Made {
  const { Promise: promises = 0, AsyncFunctionGenerator = 0, AsyncGenerator = 0 } = heapStats().objectTypeCounts;
  return { promises, asyncCalls: AsyncFunctionGenerator + AsyncGenerator };
}

const path = process.env.TEST_COUNT_PROBE;
if (isMainThread && path) listen(path);

function listen(unix: string): void {
  let counts = { ...NONE };
  let before: Made = { promises: 0, asyncCalls: 0 };
  const { stringify } = JSON;
  const count = (what: keyof Called, on: object, name: string) => {
    const original = Reflect.get(on, name) as (...args: unknown[]) => unknown;
    const counted = function (this: unknown, ...args: unknown[]) {
      counts[what] += 1;
      if (what === 'messages') counts.copies += objectsIn(args[0]);
      return original.apply(this, args);
    };
    Reflect.set(on, name, Object.assign(counted, original));
  };
  count('timers', globalThis, 'setTimeout');
  count('timers', globalThis, 'setInterval');
  count('parses', JSON, 'parse');
  count('stringifies', JSON, 'stringify');
  count('messages', MessagePort.prototype, 'postMessage');
  globalThis.AbortController = class extends AbortController {
    constructor() {
      super();
      counts.abortControllers += 1;
    }
  };

  const server = Bun.serve({
    unix,
    // As the server itself, so that both have their methods in one place.
    development: false,
    async fetch(request) {
      if (request.url.endsWith('/begin')) {
        Bun.gc(true);
        // Timers that came due meanwhile are no part of a request.
        await Bun.sleep(1);
        counts = { ...NONE };
        before = madeUntilNow();
        return new Response();
      }
      if (request.url.endsWith('/forget')) {
        counts = { ...NONE };
        return new Response();
      }
      if (request.url.endsWith('/called')) return new Response(stringify(counts));
      if (request.url.endsWith('/heap')) {
        Bun.gc(true);
        return new Response(String(heapStats().heapSize));
      }
      const { promises, asyncCalls } = madeUntilNow();
      const made = { promises: promises - before.promises, asyncCalls: asyncCalls - before.asyncCalls };
      return new Response(stringify({ ...counts, ...made }));
    },
  });
  count('addresses', Object.getPrototypeOf(server), 'requestIP');
  server.unref();
}

/** Objects and arrays, with all that is in them. */
function objectsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, inside) => sum + objectsIn(inside), 1);
}
