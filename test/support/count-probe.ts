/**
 * Loaded before the program of a server (`BUN_OPTIONS=--preload=…`), this counts what its serving thread does that costs:
 * timers, abort controllers, JSON read and written, messages to other threads. It listens on the Unix socket
 * `TEST_COUNT_PROBE`: `/begin` forgets what was, `/end` answers with the counts since then.
 */
import { isMainThread, MessagePort, Worker } from 'node:worker_threads';

export type Counts = Record<'timers' | 'abortControllers' | 'parses' | 'stringifies' | 'messages', number>;

const NONE: Counts = { timers: 0, abortControllers: 0, parses: 0, stringifies: 0, messages: 0 };

const path = process.env.TEST_COUNT_PROBE;
if (isMainThread && path) listen(path);

function listen(unix: string): void {
  let counts = { ...NONE };
  const { stringify } = JSON;
  const count = (what: keyof Counts, on: object, name: string) => {
    const original = Reflect.get(on, name) as (...args: unknown[]) => unknown;
    const counted = function (this: unknown, ...args: unknown[]) {
      counts[what] += 1;
      return original.apply(this, args);
    };
    Reflect.set(on, name, Object.assign(counted, original));
  };
  count('timers', globalThis, 'setTimeout');
  count('timers', globalThis, 'setInterval');
  count('parses', JSON, 'parse');
  count('stringifies', JSON, 'stringify');
  count('messages', Worker.prototype, 'postMessage');
  count('messages', MessagePort.prototype, 'postMessage');
  globalThis.AbortController = class extends AbortController {
    constructor() {
      super();
      counts.abortControllers += 1;
    }
  };

  const server = Bun.serve({
    unix,
    fetch(request) {
      const soFar = counts;
      if (request.url.endsWith('/begin')) counts = { ...NONE };
      return new Response(stringify(soFar));
    },
  });
  server.unref();
}
