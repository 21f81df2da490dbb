/** Servers of ours: the whole of `serve`, each on a machine of its own. */

import type { Database } from '../../src/platform/database/database.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { createSteadyClock } from '../../src/platform/steady-clock.ts';
import type { Config } from '../../src/server/configuration/config.ts';
import { type RunningServer, type ServeOptions, serve } from '../../src/server/serve.ts';
import { withRecalls } from '../../src/server/stores/recalls.ts';
import type { OpenStorage, StoreTerms } from '../../src/server/stores/sqlite-storage.ts';
import type { Stores } from '../../src/server/stores/stores.ts';
import type { SimulatedNetwork } from './network.ts';
import type { PostOffice } from './post-office.ts';
import { Machine, type World } from './world.ts';

const AGAIN_MS = 2000;
const DEATH_NOTICE_MS = 50;
const TAKEN_FOR_DEAD = 'other servers took this one for dead';

export class Server {
  readonly name: string;
  machine: Machine;
  /** When others took it for dead although it ran. */
  readonly takenForDeadMs: number[] = [];
  #running: RunningServer | undefined;
  readonly #place: Place;
  /** As its pages and the messages of a payment provider use them. */
  #stores: Stores | undefined;

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
    this.machine.die();
    const { world } = this.#place;
    const machine = new Machine(world, this.name);
    this.machine = machine;
    const started = Promise.withResolvers<void>();
    const failed = (thrown: unknown) => {
      world.note(`does not start: ${String(thrown)}`);
      machine.die();
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
    const { world, config, database, mail } = this.#place;
    const clock = createSteadyClock({
      nowMs: () => machine.wallMs(),
      monotonicMs: () => machine.monotonicMs(),
      uptimeMs: () => machine.uptimeMs(),
    });
    const log = {
      info: () => {},
      warn: (fields: object, message: string) => world.note(`warns: ${message} ${causeOf(fields)}`),
      error: (fields: object, message: string) => {
        world.note(`fails: ${message} ${causeOf(fields)}`);
        if (message.startsWith(TAKEN_FOR_DEAD)) this.takenForDeadMs.push(world.nowMs);
      },
    };
    const openStorage: ServeOptions['openStorage'] = async (platform, terms) => {
      const storage = await database.openStorage(machine, platform, terms);
      this.#stores = withRecalls(storage.stores, clock);
      return storage;
    };
    return serve(config, log, { clock, openStorage, mail: mail.openFor(machine), announce: () => {} });
  }

  /** Does something at this server that is no request for an answer; rejects when it dies meanwhile, or is not there. */
  do<T>(label: string, run: (stores: Stores) => Promise<T>): Promise<T> {
    const { world } = this.#place;
    const { machine } = this;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    if (!this.isUp) return Promise.reject(new Error('Connection refused.'));
    world.after(machine, 1, label, () => {
      run(this.#stores!).then(resolve, reject);
    });
    const forget = machine.whenDead(() =>
      world.after(world.outside, DEATH_NOTICE_MS, 'server died', () => reject(new Error('The server has died.'))),
    );
    promise.then(forget, forget);
    return promise;
  }

  /** Without power, what was not flushed is lost. */
  kill(isPowerLost = false): void {
    if (!this.machine.isDead) this.#place.database.died(isPowerLost);
    this.machine.die();
  }

  /** Drains and leaves. */
  stop(): Promise<void> {
    const stopped = Promise.withResolvers<void>();
    const { world } = this.#place;
    world.after(this.machine, 0, 'stop', () => {
      this.#running!.stop().then(() => {
        this.machine.die();
        stopped.resolve();
      }, stopped.reject);
    });
    return stopped.promise;
  }
}

/** The database of a world. */
export interface SimulatedDatabase {
  /** As it is at this moment, for those who look from outside. */
  readonly inside: Database;
  /** Things that a server asked for and that can never be right. */
  readonly mistakes: readonly string[];
  openStorage(machine: Machine, platform: Pick<Platform, 'clock' | 'log'>, terms: StoreTerms): Promise<OpenStorage>;
  /** Lives of servers that the database has ended. */
  dropped(): Promise<readonly { readonly machine: Machine; readonly atMs: number }[]>;
  /** The machine of a server was turned off. */
  died(isPowerLost: boolean): void;
  close(): void;
}

export type Place = {
  readonly world: World;
  readonly network: SimulatedNetwork;
  readonly database: SimulatedDatabase;
  readonly mail: PostOffice;
  readonly config: Config;
};

function causeOf(fields: object): string {
  const { cause } = fields as { cause?: unknown };
  const inner = cause instanceof Error && cause.cause !== undefined ? ` (${String(cause.cause)})` : '';
  return cause === undefined ? '' : `${String(cause)}${inner}`;
}
