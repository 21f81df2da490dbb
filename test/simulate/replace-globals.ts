/**
 * Puts the clock, timers, chance and sockets of a world in place of the runtime's, for this process, until it is disposed
 * of. The product reads most of them through its own ports; this also catches what it reads directly.
 */
import { type Deadline, LongWaits } from '../../src/lib/deadline.ts';
import { LAG_CHECK_MS } from '../../src/platform/telemetry/metrics.ts';
import type { Machine, World } from './world.ts';

type Callback = (...values: unknown[]) => void;

/** The network of a world: what listens, and what can be reached. */
export type Network = {
  serve(options: object): unknown;
  connect(options: object): Promise<unknown>;
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
};

export function replaceGlobals(world: World, network: Network): Disposable {
  const restore: (() => void)[] = [];
  const replace = (object: object, name: string, value: unknown) => {
    const before: unknown = Reflect.get(object, name);
    const isOwn = Object.hasOwn(object, name);
    restore.push(() => void (isOwn ? Reflect.set(object, name, before) : Reflect.deleteProperty(object, name)));
    Reflect.set(object, name, value);
  };
  const chance = world.chance('ids');
  replace(globalThis, 'Date', dateOf(world));
  for (const [name, value] of Object.entries(timersOf(world))) replace(globalThis, name, value);
  replace(globalThis, 'fetch', network.fetch);
  replace(performance, 'now', () => world.current.monotonicMs());
  replace(Math, 'random', () => chance.fraction());
  replace(crypto, 'getRandomValues', <T extends ArrayBufferView>(into: T): T => {
    const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = chance.integer(0, 255);
    return into;
  });
  replace(crypto, 'randomUUID', () => {
    const hex = Array.from({ length: 32 }, () => chance.integer(0, 15).toString(16)).join('');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  });
  replace(Bun, 'sleep', (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms)));
  replace(Bun, 'serve', network.serve);
  replace(Bun, 'connect', network.connect);
  replace(AbortSignal, 'timeout', (ms: number) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('The operation timed out.', 'TimeoutError')), ms);
    return controller.signal;
  });
  const longWaits = longWaitsOf(world);
  replace(LongWaits.prototype, 'join', longWaits.join);
  replace(LongWaits.prototype, 'leave', longWaits.leave);
  return {
    [Symbol.dispose]: () => {
      for (const one of restore.reverse()) one();
    },
  };
}

const RealDate = Date;

function dateOf(world: World): DateConstructor {
  return class VirtualDate extends RealDate {
    constructor(...values: [] | ConstructorParameters<typeof Date>) {
      if (values.length === 0) super(world.current.wallMs());
      else super(...(values as ConstructorParameters<typeof Date>));
    }

    static override now(): number {
      return world.current.wallMs();
    }
  } as DateConstructor;
}

class Timer {
  cancel: () => void = () => {};

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

function timersOf(world: World) {
  const begin = (timer: Timer, ms: number, label: string, run: () => void) => {
    const { current } = world;
    const event = world.after(current, ms / current.rate, label, run);
    timer.cancel = () => {
      event.isOff = true;
    };
  };
  const setTimeout = (callback: Callback, ms = 0, ...values: unknown[]): Timer => {
    const timer = new Timer();
    begin(timer, ms, `timer ${Math.round(ms)}`, () => callback(...values));
    return timer;
  };
  const setInterval = (callback: Callback, ms = 0, ...values: unknown[]): Timer => {
    const timer = new Timer();
    // It measures how late the runtime's own loop is, and nothing is late here.
    if (ms === LAG_CHECK_MS) return timer;
    const again = () =>
      begin(timer, ms, '', () => {
        again();
        callback(...values);
      });
    again();
    return timer;
  };
  const clear = (timer: Timer | undefined) => timer?.cancel?.();
  return {
    setTimeout,
    setInterval,
    setImmediate: (callback: Callback, ...values: unknown[]) => setTimeout(callback, 0, ...values),
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
  };
}

/** Long waits of one process are behind one timer. Here each machine is a process. */
function longWaitsOf(world: World) {
  const { join, leave } = LongWaits.prototype;
  const ofMachines = new Map<Machine, LongWaits>();
  const placed = new WeakMap<Deadline, LongWaits>();
  const ofMachine = (machine: Machine): LongWaits => {
    const known = ofMachines.get(machine) ?? new LongWaits(() => performance.now());
    ofMachines.set(machine, known);
    return known;
  };
  return {
    join(deadline: Deadline): void {
      const waits = ofMachine(world.current);
      placed.set(deadline, waits);
      join.call(waits, deadline);
    },
    leave(deadline: Deadline): void {
      const waits = placed.get(deadline);
      if (waits) leave.call(waits, deadline);
    },
  };
}
