/**
 * A world in one process: one clock, one queue of events, and chance from one seed. An event belongs to a machine, and runs
 * until everything waits that it has begun; timers that are set meanwhile belong to the same machine. So a machine can be
 * killed, frozen or suspended as a whole, and two runs by one seed are the same.
 */
import { drainMicrotasks } from 'bun:jsc';
import { type Random, seeded } from '../support/random.ts';

type Event = {
  readonly machine: Machine;
  /** Its line in the trace; none where it is empty. */
  readonly label: string;
  readonly run: () => void;
  readonly order: number;
  atMs: number;
  isOff: boolean;
};

/** The beginning of virtual time, a Monday in winter. */
const EPOCH_MS = Date.UTC(2030, 0, 7, 9);

const HASHED_AT_ONCE = 64 * 1024;

const STEPS_AT_ONCE = 10_000;

/** Captured before the world replaces it. */
const realImmediate = globalThis.setImmediate;

export class Machine {
  readonly name: string;
  readonly #world: World;
  readonly #bornMs: number;
  #isDead = false;
  readonly #whenDead = new Set<() => void>();
  /** Until then nothing runs on it. */
  stillUntilMs = 0;
  /** How fast its clocks go, since when, and what they showed then. */
  #rate = 1;
  #ratedMs: number;
  #uptimeThenMs = 0;
  /** How far its clock of the day is set wrong, and whether it ever was. */
  wallOffsetMs = 0;
  hasJumped = false;
  /** How long it was suspended; its clock for deadlines stood still meanwhile. */
  sleptMs = 0;

  constructor(world: World, name: string) {
    this.#world = world;
    this.name = name;
    this.#bornMs = world.nowMs;
    this.#ratedMs = world.nowMs;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  die(): void {
    this.#isDead = true;
    for (const run of this.#whenDead) run();
    this.#whenDead.clear();
  }

  /** Returns how not to be called any more. */
  whenDead(run: () => void): () => void {
    this.#whenDead.add(run);
    return () => void this.#whenDead.delete(run);
  }

  uptimeMs(): number {
    return this.#uptimeThenMs + (this.#world.nowMs - this.#ratedMs) * this.#rate;
  }

  get rate(): number {
    return this.#rate;
  }

  /** Its clocks drift from now on. */
  set rate(rate: number) {
    this.#uptimeThenMs = this.uptimeMs();
    this.#ratedMs = this.#world.nowMs;
    this.#rate = rate;
  }

  monotonicMs(): number {
    return this.uptimeMs() - this.sleptMs;
  }

  wallMs(): number {
    return Math.floor(EPOCH_MS + this.#bornMs + this.uptimeMs() + this.wallOffsetMs);
  }
}

export class World {
  readonly seed: number;
  nowMs = 0;
  steps = 0;
  /** Clients, engines, the database, and all that is no server of ours. */
  readonly outside: Machine;
  current: Machine;
  readonly #queue = new EventQueue();
  readonly #hash = new Bun.CryptoHasher('sha256');
  readonly #onLine: ((line: string) => void) | undefined;
  #unhashed = '';
  #order = 0;
  #failure: { readonly thrown: unknown } | undefined;

  constructor(seed: number, onLine?: (line: string) => void) {
    this.seed = seed;
    this.#onLine = onLine;
    this.outside = new Machine(this, 'world');
    this.current = this.outside;
  }

  /** Chance for one purpose: what is drawn for another does not change it. */
  chance(purpose: string): Random {
    return seeded(Number(Bun.hash(`${this.seed} ${purpose}`) & 0xffff_ffffn));
  }

  /** A line of the trace. */
  note(text: string): void {
    const line = `${Math.round(this.nowMs * 1000)} ${this.current.name} ${text}\n`;
    this.#onLine?.(line);
    this.#unhashed += line;
    if (this.#unhashed.length < HASHED_AT_ONCE) return;
    this.#hash.update(this.#unhashed);
    this.#unhashed = '';
  }

  get traceHash(): string {
    return this.#hash.copy().update(this.#unhashed).digest('hex');
  }

  /** The database's time, which is the true one. */
  get trueMs(): number {
    return Math.floor(EPOCH_MS + this.nowMs);
  }

  after(machine: Machine, delayMs: number, label: string, run: () => void): Event {
    const event = { machine, label, run, order: ++this.#order, atMs: this.nowMs + Math.max(0, delayMs), isOff: false };
    this.#queue.push(event);
    return event;
  }

  /** Something went wrong that is no fault of the world; the run ends with it. */
  fail(thrown: unknown): void {
    this.#failure ??= { thrown };
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.after(this.outside, ms, 'wait', resolve));
  }

  /** Runs until the promise is settled, and no further than a time. */
  async until<T>(promise: Promise<T>, withinMs = Number.POSITIVE_INFINITY): Promise<T> {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    promise.then(over, over);
    const untilMs = this.nowMs + withinMs;
    const { promise: ran, resolve, reject } = Promise.withResolvers<void>();
    const goOn = () => {
      try {
        for (let left = STEPS_AT_ONCE; left > 0 && !isOver; left -= 1) this.#step(untilMs);
      } catch (thrown) {
        reject(thrown);
        return;
      }
      if (isOver) resolve();
      else realImmediate(goOn);
    };
    realImmediate(goOn);
    await ran;
    return promise;
  }

  async run(forMs: number): Promise<void> {
    await this.until(this.wait(forMs));
  }

  /** One event, and everything that follows from it without waiting for another. */
  #step(untilMs: number): void {
    const event = this.#queue.pop();
    if (!event || event.atMs > untilMs) throw new Error('It waits for something that does not happen.');
    if (event.isOff || event.machine.isDead) return;
    if (event.machine.stillUntilMs > event.atMs) {
      event.atMs = event.machine.stillUntilMs;
      this.#queue.push(event);
      return;
    }
    this.nowMs = event.atMs;
    this.steps += 1;
    this.current = event.machine;
    if (event.label !== '') this.note(event.label);
    event.run();
    drainMicrotasks();
    this.current = this.outside;
    if (this.#failure) throw this.#failure.thrown;
  }
}

/** The event that comes first, and of two at the same time the one that was set first. */
class EventQueue {
  readonly #heap: Event[] = [];

  push(event: Event): void {
    const heap = this.#heap;
    let at = heap.push(event) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(event, heap[parent]!)) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = event;
  }

  pop(): Event | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (heap.length > 0 && last) this.#sink(last);
    return first;
  }

  #sink(event: Event): void {
    const heap = this.#heap;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1;
      if (!isBefore(heap[child]!, event)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = event;
  }
}

const isBefore = (a: Event, b: Event): boolean => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
