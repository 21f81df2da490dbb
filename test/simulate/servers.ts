/** Servers of ours: the whole of `serve`, each on a machine of its own. */

import { createSteadyClock } from '../../src/platform/steady-clock.ts';
import type { Config } from '../../src/server/configuration/config.ts';
import { type RunningServer, serve } from '../../src/server/serve.ts';
import { storageOn } from '../../src/server/stores/postgres-storage.ts';
import { withRecalls } from '../../src/server/stores/recalls.ts';
import type { Stores } from '../../src/server/stores/stores.ts';
import type { SimulatedNetwork } from './network.ts';
import type { SharedDatabase } from './shared-database.ts';
import { Machine, type World } from './world.ts';

const AGAIN_MS = 2000;
const DEATH_LOOK_MS = 50;

export class Server {
  readonly name: string;
  machine: Machine;
  #running: RunningServer | undefined;
  readonly #place: Place;
  #stores: { readonly machine: Machine; readonly stores: Stores } | undefined;

  constructor(name: string, place: Place) {
    this.name = name;
    this.#place = place;
    this.machine = new Machine(place.world, name);
  }

  get isUp(): boolean {
    return this.#place.network.isListening(this.machine);
  }

  /** Begins as a new process. One that cannot start ends, and the next one is begun, as a supervisor does. */
  start(): Promise<void> {
    this.machine.isDead = true;
    const { world } = this.#place;
    const machine = new Machine(world, this.name);
    this.machine = machine;
    const started = Promise.withResolvers<void>();
    const failed = (thrown: unknown) => {
      world.note(`does not start: ${String(thrown)}`);
      machine.isDead = true;
      world.after(world.outside, AGAIN_MS, `start ${this.name} again`, () => {
        if (this.machine === machine) void this.start().then(started.resolve);
      });
    };
    world.after(machine, 0, 'start', () => {
      this.#serve(machine).then((running) => {
        this.#running = running;
        started.resolve();
      }, failed);
    });
    return started.promise;
  }

  #serve(machine: Machine): Promise<RunningServer> {
    const { world, config, database } = this.#place;
    const clock = createSteadyClock({
      nowMs: () => machine.wallMs(),
      monotonicMs: () => machine.monotonicMs(),
      uptimeMs: () => machine.uptimeMs(),
    });
    const log = {
      info: () => {},
      warn: (fields: object, message: string) => world.note(`warns: ${message} ${causeOf(fields)}`),
      error: (fields: object, message: string) => world.note(`fails: ${message} ${causeOf(fields)}`),
    };
    return serve(config, log, { clock, database: database.openFor(machine), announce: () => {} });
  }

  /** Does something at this server that is no request for an answer; rejects when it dies meanwhile, or is not there. */
  do<T>(label: string, run: (stores: Stores) => Promise<T>): Promise<T> {
    const { world } = this.#place;
    const { machine } = this;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    if (!this.isUp) return Promise.reject(new Error('Connection refused.'));
    world.after(machine, 1, label, () => {
      run(this.#storesOf(machine)).then(resolve, reject);
    });
    const watch = () =>
      world.after(world.outside, DEATH_LOOK_MS, '', () => {
        if (machine.isDead) reject(new Error('The server has died.'));
        else if (!isOver) watch();
      });
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    promise.then(over, over);
    watch();
    return promise;
  }

  /** As the pages and the messages of a payment provider use them. */
  #storesOf(machine: Machine): Stores {
    const { database, config } = this.#place;
    if (this.#stores?.machine !== machine) {
      const clock = { nowMs: () => machine.wallMs(), monotonicMs: () => machine.monotonicMs() };
      const terms = { offers: config.plans, seller: null, announce: () => {} };
      const storage = storageOn(database.openFor(machine), { clock }, terms);
      this.#stores = { machine, stores: withRecalls(storage.stores, clock) };
    }
    return this.#stores.stores;
  }

  kill(): void {
    this.machine.isDead = true;
  }

  /** Drains and leaves. */
  stop(): Promise<void> {
    const stopped = Promise.withResolvers<void>();
    const { world } = this.#place;
    world.after(this.machine, 0, 'stop', () => {
      this.#running!.stop().then(() => {
        this.machine.isDead = true;
        stopped.resolve();
      }, stopped.reject);
    });
    return stopped.promise;
  }
}

export type Place = {
  readonly world: World;
  readonly network: SimulatedNetwork;
  readonly database: SharedDatabase;
  readonly config: Config;
};

function causeOf(fields: object): string {
  const { cause } = fields as { cause?: unknown };
  const inner = cause instanceof Error && cause.cause !== undefined ? ` (${String(cause.cause)})` : '';
  return cause === undefined ? '' : `${String(cause)}${inner}`;
}
