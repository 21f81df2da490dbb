/**
 * Loaded before the program of a server (`--preload`), this writes down when its serving thread stood still and what was
 * begun meanwhile, and each timer that fired, by the line that has set it. At the end of the process all of it is in the
 * file `BENCH_TRACE`. With `BENCH_TRACE_TICKS` a timer of its own looks at the clock every millisecond; without it the
 * process wakes only for what the program itself wants. The store's thread gets `store-trace.ts`.
 */
import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Times are milliseconds since 1970, with fractions. */
export type Stall = {
  readonly fromMs: number;
  readonly toMs: number;
  /** How long the serving thread ran meanwhile, and how long it could have run but another had the core. */
  readonly ranMs: number;
  readonly waitedMs: number;
  /** How long the store's thread ran, and all others of the process. */
  readonly storeMs: number;
  readonly othersMs: number;
  /** Where in the runtime's log of collections this time begins and ends. */
  readonly gcLog: readonly [from: number, to: number];
  /** How often something was begun, by its name. */
  readonly begun: Readonly<Record<string, number>>;
  readonly longest: { readonly name: string; readonly ms: number };
};

type TracedTimer = {
  readonly name: string;
  readonly everyMs: number;
  readonly firedAtMs: readonly number[];
};

export type LoopTrace = { readonly stalls: readonly Stall[]; readonly timers: readonly TracedTimer[] };

type Work = (...values: unknown[]) => unknown;
type OwnTimer = TracedTimer & { readonly firedAtMs: number[] };

const TICK_MS = 1;
const STALL_MS = 1;
/** Lines of these say nothing about who wanted a timer. */
const PASSED_ON = /\/src\/lib\//;
const OWN_FILE = /\/loop-trace\.ts/;
const OWN_LINE = /\/((?:src|node_modules)\/[^\s():]+):(\d+)/;

const nowMs = (): number => performance.timeOrigin + performance.now();
const stalls: Stall[] = [];
const timers = new Map<string, OwnTimer>();
let begun: Record<string, number> = {};
let longest = { name: '', ms: 0 };

const path = process.env.BENCH_TRACE;
if (path) {
  if (process.env.BENCH_TRACE_TICKS) startTicks(globalThis.setInterval);
  traceTimers();
  traceServing();
  traceWorkers();
  process.on('exit', () => writeFileSync(path, JSON.stringify({ stalls, timers: [...timers.values()] })));
}

/** Counts what the loop calls, and remembers the longest of it. What runs behind it in promises is not in its time. */
function named(name: string, work: Work): Work {
  return function (this: unknown, ...values: unknown[]) {
    begun[name] = (begun[name] ?? 0) + 1;
    const startMs = performance.now();
    try {
      return work.apply(this, values);
    } finally {
      const ms = performance.now() - startMs;
      if (ms > longest.ms) longest = { name, ms };
    }
  };
}

function replace(on: object, name: string, by: (original: Work) => Work): void {
  const original = Reflect.get(on, name) as Work;
  Reflect.set(on, name, Object.assign(by(original), original));
}

function traceTimers(): void {
  for (const kind of ['setTimeout', 'setInterval']) {
    replace(globalThis, kind, (original) => (work, ms, ...rest) => {
      const timer = timerOf(kind, Number(ms ?? 0));
      const run = named(timer.name, work as Work);
      const fired: Work = (...values) => {
        timer.firedAtMs.push(nowMs());
        return run(...values);
      };
      return original(fired, ms, ...rest);
    });
  }
  replace(Bun, 'sleep', (original) => async (ms) => {
    const timer = timerOf('Bun.sleep', Number(ms));
    await original(ms);
    timer.firedAtMs.push(nowMs());
  });
  replace(
    globalThis,
    'setImmediate',
    (original) =>
      (work, ...rest) =>
        original(named('setImmediate', work as Work), ...rest),
  );
}

function timerOf(kind: string, everyMs: number): OwnTimer {
  const lines = (new Error().stack?.split('\n') ?? []).filter((one) => OWN_LINE.test(one) && !OWN_FILE.test(one));
  // A function that returns the call itself is no more on the stack.
  const line = lines.find((one) => !PASSED_ON.test(one)) ?? lines[0];
  const [, file = 'a line that is not known', at = ''] = OWN_LINE.exec(line ?? '') ?? [];
  const name = `${kind} of ${file}${at && `:${at}`}`;
  const key = `${name} ${everyMs}`;
  const timer = timers.get(key) ?? { name, everyMs, firedAtMs: [] };
  timers.set(key, timer);
  return timer;
}

function traceServing(): void {
  type Routes = Record<string, Work>;
  replace(Bun, 'serve', (original) => (given) => {
    const options = given as { readonly fetch?: Work; readonly routes?: Routes };
    const routes = Object.entries(options.routes ?? {}).map(([route, work]) => [route, named('request', work)]);
    return original({
      ...options,
      ...(options.fetch && { fetch: named('request', options.fetch) }),
      ...(options.routes && { routes: Object.fromEntries(routes) }),
    });
  });
  const traced = new WeakMap<object, object>();
  replace(Bun, 'connect', (original) => (given) => {
    const options = given as { readonly socket: Routes };
    const socket = traced.get(options.socket) ?? {
      ...options.socket,
      data: named('piece of an engine', options.socket.data!),
    };
    traced.set(options.socket, socket);
    return original({ ...options, socket });
  });
}

/** The worker takes the same class from here, because this is loaded before the program. */
function traceWorkers(): void {
  const threads = createRequire(import.meta.url)('node:worker_threads') as {
    Worker: new (...values: never[]) => object;
  };
  const Original = threads.Worker as new (url: URL, options: object) => { on(event: string, listener: Work): unknown };
  threads.Worker = class extends Original {
    constructor(url: URL, options: object) {
      super(url, { ...options, preload: [join(import.meta.dir, 'store-trace.ts')] });
    }

    override on(event: string, listener: Work): unknown {
      return super.on(event, event === 'message' ? named("message of the store's thread", listener) : listener);
    }
  } as typeof threads.Worker;
}

function startTicks(setInterval: typeof globalThis.setInterval): void {
  const own = new ThreadClock(process.pid);
  let store: ThreadClock | undefined;
  const look = () => {
    store ??= storeClock();
    const { user, system } = process.cpuUsage();
    const allMs = (user + system) / 1000;
    return { gcLog: fstatSync(2).size, allMs, own: own.read(), storeMs: store?.read().ranMs ?? 0 };
  };
  let last = look();
  let fromMs = nowMs();
  setInterval(() => {
    const toMs = nowMs();
    const next = look();
    if (toMs - fromMs - TICK_MS >= STALL_MS) {
      const ranMs = next.own.ranMs - last.own.ranMs;
      const storeMs = next.storeMs - last.storeMs;
      stalls.push({
        fromMs,
        toMs,
        ranMs,
        waitedMs: next.own.waitedMs - last.own.waitedMs,
        storeMs,
        othersMs: Math.max(0, next.allMs - last.allMs - ranMs - storeMs),
        gcLog: [last.gcLog, next.gcLog],
        begun,
        longest,
      });
    }
    last = next;
    begun = {};
    longest = { name: '', ms: 0 };
    fromMs = nowMs();
  }, TICK_MS).unref();
}

/** The system's own account of a thread. */
class ThreadClock {
  readonly #file: number;
  readonly #bytes = Buffer.alloc(64);

  constructor(thread: number) {
    this.#file = openSync(`/proc/self/task/${thread}/schedstat`, 'r');
    process.on('exit', () => closeSync(this.#file));
  }

  read(): { readonly ranMs: number; readonly waitedMs: number } {
    const length = readSync(this.#file, this.#bytes, 0, this.#bytes.length, 0);
    const [ran, waited] = this.#bytes.toString('latin1', 0, length).split(' ');
    return { ranMs: Number(ran) / 1e6, waitedMs: Number(waited) / 1e6 };
  }
}

function storeClock(): ThreadClock | undefined {
  const tasks = '/proc/self/task';
  const store = readdirSync(tasks).find((task) => readFileSync(join(tasks, task, 'comm'), 'utf8').startsWith('Worker'));
  return store ? new ThreadClock(Number(store)) : undefined;
}
