/**
 * Two real keepers of leases (`openLeases`) on a database in memory, in every order of their steps: when a transaction runs,
 * when its answer arrives, when a client asks or a request ends, when a server looks what rests or what is wanted, and when
 * the other takes it for dead. A step that is not taken for long is a frozen server.
 *
 * Each order is run from the start, because real code cannot be copied in its midst. One that comes to a state that was
 * reached before is not followed further.
 */

import { nanos } from '../../src/core/money.ts';
import { type LeaseKeeper, openLeases } from '../../src/ledger/lease-keeper.ts';
import type { Leases } from '../../src/ledger/lease-ports.ts';
import type { InTurn } from '../../src/lib/in-turn.ts';
import { NO_TIMERS } from '../support/leased-stores.ts';
import { ACCOUNT, LeaseDatabase, type Protocol } from './lease-database.ts';

/** One nano-crown for the one token of output. */
const PRICE = { input: nanos(0n), cachedInput: nanos(0n), output: nanos(1n), reasoning: nanos(1n) };
const ORDER = { accountId: ACCOUNT, keyId: 'key_1', model: 'm', priceVersion: 'm@1', price: PRICE, atMs: 0 };
const USAGE = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 1, reasoningTokens: 0 };

/** The steps of one of several, one after the other, each as soon as the one before it is over or later. */
type Act = readonly [who: 'A' | 'B', what: 'hold' | 'settle' | 'release' | 'sync' | 'recall' | 'drop', id?: string];

export type Scenario = {
  readonly credit: bigint;
  /** The past. */
  readonly first: readonly Act[];
  readonly actors: readonly (readonly Act[])[];
  readonly protocol?: Protocol;
  /** How what gives back takes turns; as in the product, where nothing is given. */
  readonly inTurn?: () => InTurn;
};

/** What it is called is asked only where a state is new: on the way there every order does the same steps again. */
type Step = { label(): string; take(): void };

class Run {
  readonly #db: LeaseDatabase;
  readonly #scenario: Scenario;
  readonly #keepers = new Map<string, LeaseKeeper>();
  /** How far each of the actors is, and whether it waits. */
  readonly #places: { at: number; isWaiting: boolean }[];
  readonly #steps: Step[] = [];
  #isFree = true;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.#db = new LeaseDatabase(scenario.credit, { protocol: scenario.protocol ?? 'now' });
    this.#places = scenario.actors.map(() => ({ at: 0, isWaiting: false }));
  }

  async open(): Promise<void> {
    for (const name of ['A', 'B']) this.#keepers.set(name, await this.#keep(name));
    for (const act of this.#scenario.first) await this.#do(act);
    this.#isFree = false;
  }

  /** The steps that can happen next. */
  get options(): readonly Step[] {
    const acts = this.#scenario.actors.flatMap((actor, n): Step[] => {
      const place = this.#places[n]!;
      const act = actor[place.at];
      if (act === undefined || place.isWaiting) return [];
      return [{ label: () => act.join(' '), take: () => this.#act(act, place) }];
    });
    return [...this.#steps, ...acts];
  }

  /** Takes a step, and lets the servers do what they do until they wait for another. */
  async take(step: Step): Promise<void> {
    const at = this.#steps.indexOf(step);
    if (at >= 0) this.#steps.splice(at, 1);
    step.take();
    await settled();
  }

  /** Lets everything that is under way come to its end, and both servers leave. */
  async finish(): Promise<void> {
    this.#isFree = true;
    for (;;) {
      const step = this.#steps[0];
      if (!step) break;
      await this.take(step);
    }
    for (const keeper of this.#keepers.values()) await keeper.close();
  }

  problem(isOver: boolean): string | undefined {
    const wrong = this.#db.problem();
    if (wrong) return wrong;
    if (isOver) return this.#db.held === 0n ? undefined : `${this.#db.held} stay held`;
    for (const { ledger } of this.#keepers.values()) {
      if (!this.#db.servers.has(ledger.serverId)) continue;
      const leased = this.#db.leases.get(ledger.serverId)?.amount ?? 0n;
      const account = ledger.accounts.get(ACCOUNT);
      const held = account?.lease.heldCredit ?? 0n;
      const free = account?.isBusy ? 0n : freeIn(ledger);
      if (held + free > leased) return `${ledger.serverId} counts on ${held + free}, its lease has ${leased}`;
    }
    return undefined;
  }

  /** Two runs in the same state go on alike. */
  get state(): string {
    const servers = [...this.#keepers.values()].map(({ ledger }) => {
      const account = ledger.accounts.get(ACCOUNT);
      const { lease, isBusy, isEnding, waiting, unwritten, wasRefused } = account ?? {};
      const inMemory = lease && [lease.heldCredit, freeIn(ledger), lease.running, lease.isDoubtful, lease.state];
      return [ledger.serverId, inMemory, isBusy, isEnding, waiting?.length, unwritten, wasRefused];
    });
    const steps = this.#steps.map(({ label }) => label()).sort();
    return JSON.stringify([String(this.#db), servers, steps, this.#places], (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
  }

  #keep(name: string): Promise<LeaseKeeper> {
    const never = () => Promise.reject(new Error('Nobody asks for this here.'));
    const { inTurn } = this.#scenario;
    let lives = 0;
    return openLeases({
      leases: this.#leasesFor(name),
      reader: { receiptOf: async () => undefined, archivedUntilMs: never, balanceOf: never, fundsOf: never },
      clock: { nowMs: () => 0, monotonicMs: () => 0 },
      ids: { next: () => `${name}${++lives}` },
      log: { info() {}, warn() {}, error() {} },
      times: NO_TIMERS,
      pause: () => this.#step(() => `${name} looks again`),
      ...(inTurn && { inTurn: inTurn() }),
    });
  }

  /** Each call runs when it is chosen, and is answered when that is. */
  #leasesFor(name: string): Leases {
    const { calls } = this.#db;
    const inSteps = async <T>(label: () => string, run: () => Promise<T>): Promise<T> => {
      await this.#step(() => `${name} runs ${label()}`);
      const outcome = run().then(
        (value) => ({ value }),
        (thrown: unknown) => ({ thrown }),
      );
      await this.#step(() => `${name} hears of ${label()}`);
      const known = await outcome;
      if ('thrown' in known) throw known.thrown;
      return known.value;
    };
    const inTwo = <K extends keyof typeof calls>(method: K) =>
      ((...values: Parameters<(typeof calls)[K]>) =>
        inSteps(called(`${method} `, values[0]), () =>
          (calls[method] as (...all: typeof values) => Promise<unknown>)(...values),
        )) as (typeof calls)[K];
    return {
      open: inTwo('open'),
      extend: inTwo('extend'),
      extendTogether: inTwo('extendTogether'),
      write: inTwo('write'),
      written: inTwo('written'),
      sync: inTwo('sync'),
      wanted: inTwo('wanted'),
      drop: inTwo('drop'),
      dropSilent: inTwo('drop'),
      dropAll: async () => {},
      giveBack: async (order) => {
        const label = called('giveBack ', order);
        await this.#step(() => `${name} begins ${label()}`);
        const goOn = this.#db.beginGiveBack(order);
        await inSteps(label, async () => goOn());
      },
    };
  }

  #step(label: () => string): Promise<void> {
    if (this.#isFree) return Promise.resolve();
    return new Promise((resolve) => void this.#steps.push({ label, take: resolve }));
  }

  #act(act: Act, place: { at: number; isWaiting: boolean }): void {
    place.at += 1;
    place.isWaiting = true;
    const over = () => {
      place.isWaiting = false;
    };
    this.#do(act).then(over, over);
  }

  #do([who, what, id = '']: Act): Promise<unknown> {
    const { ledger, sync, answerRecall } = this.#keepers.get(who)!;
    const order = { ...ORDER, requestId: id, inputTokensMax: 0, outputTokensMax: 1 };
    const acts: Record<Act[1], () => Promise<unknown>> = {
      hold: async () => ledger.hold(order),
      settle: () => ledger.settle({ requestId: id, usage: USAGE, outcome: 'finished', atMs: 0 }),
      release: () => ledger.release({ requestId: id, reason: 'engine-failed', atMs: 0 }),
      sync: () => sync(0),
      recall: answerRecall,
      drop: () => this.#db.calls.drop(ledger.serverId),
    };
    return acts[what]();
  }
}

const freeIn = ({ accounts }: LeaseKeeper['ledger']): bigint =>
  [...(accounts.get(ACCOUNT)?.lease.free() ?? [])].reduce((sum, [, free]) => sum + (free > 0n ? free : 0n), 0n);

/** So much of a call that two with the same label do the same. How much an extension grows by is no matter of so little credit. */
function called(method: string, value: unknown): () => string {
  let known: string | undefined;
  return () => {
    known ??= method + JSON.stringify(value, importantPart);
    return known;
  };
}

function importantPart(name: string, inside: unknown): unknown {
  if (UNIMPORTANT.has(name)) return undefined;
  return typeof inside === 'bigint' ? String(inside) : inside;
}

const UNIMPORTANT: ReadonlySet<string> = new Set([
  'growth',
  'accountId',
  'keyId',
  'keyIds',
  'limitIds',
  'model',
  'price',
  'priceVersion',
  'atMs',
  'inputTokensMax',
  'outputTokensMax',
  'endedAtMs',
  'firstEventAtMs',
]);

/** Longer than any chain of promises in a server that waits for nothing: a turn of the runtime would take ten times as long. */
const TICKS = 64;

/** Everything has happened that waits for no step. */
async function settled(): Promise<void> {
  for (let n = 0; n < TICKS; n += 1) await undefined;
}

type Explored = {
  readonly runs: number;
  readonly states: number;
  /** The first order that goes wrong, step by step, and what is wrong then. */
  readonly broken?: { readonly problem: string; readonly steps: readonly string[] };
};

/** Every order of the steps of a scenario, until one goes wrong. */
export async function explore(scenario: Scenario): Promise<Explored> {
  const known = new Set<string>();
  let path: number[] = [];
  for (let runs = 1; ; runs += 1) {
    const { counts, broken } = await followOnce(scenario, path, known);
    if (broken) return { runs, states: known.size, broken };
    path = path.slice(0, counts.length);
    while (path.length > 0 && path.at(-1)! + 1 >= counts[path.length - 1]!) path.pop();
    if (path.length === 0) return { runs, states: known.size };
    path[path.length - 1]! += 1;
  }
}

/** Follows a path, and from its end on the first option of each state that is new. Lengthens the path by what it chose. */
async function followOnce(scenario: Scenario, path: number[], known: Set<string>) {
  const run = new Run(scenario);
  await run.open();
  // All but the last step of the path were taken, and looked at, before.
  const seenBefore = path.length - 1;
  const [counts, steps]: [number[], Step[]] = [[], []];
  const broken = (problem: string) => ({ problem, steps: steps.map(({ label }) => label()) });
  for (let options = run.options; options.length > 0; options = run.options) {
    if (counts.length >= path.length) {
      const { state } = run;
      if (known.has(state)) break;
      known.add(state);
      path.push(0);
    }
    const step = options[path[counts.length]!]!;
    counts.push(options.length);
    steps.push(step);
    await run.take(step);
    const problem = counts.length > seenBefore ? run.problem(false) : undefined;
    if (problem) return { counts, broken: broken(problem) };
  }
  await run.finish();
  steps.push({ label: () => 'both leave', take() {} });
  const problem = run.problem(true);
  return { counts, ...(problem && { broken: broken(problem) }) };
}
