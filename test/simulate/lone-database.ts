/**
 * SQLite as one server has it: the real files, the real loop of the store's thread, and a disk that keeps what was
 * flushed. When the power goes, the log ends somewhere behind the last flush.
 */
import {
  copyFileSync,
  existsSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/platform/database/database.ts';
import { openSqlite, type Sqlite } from '../../src/platform/database/sqlite.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { type OpenStorage, type StoreTerms, storageOnThread } from '../../src/server/stores/sqlite-storage.ts';
import { openStoreLoop, type StoreLoop } from '../../src/server/stores/store-loop.ts';
import type { FromWorker, ToWorker, WorkerSettings } from '../../src/server/stores/store-protocol.ts';
import type { StoreWorker } from '../../src/server/stores/store-thread.ts';
import type { Random } from '../support/random.ts';
import type { SimulatedDatabase } from './servers.ts';
import type { Machine, World } from './world.ts';

/** How the disk is at the moment. */
type Disk = { flushMsMax: number; failing: number };

export const goodDisk = (): Disk => ({ flushMsMax: 5, failing: 0 });

export class LoneDatabase implements SimulatedDatabase {
  readonly disk = goodDisk();
  readonly mistakes = [];
  readonly #world: World;
  readonly #chance: Random;
  readonly #ledgerKey: string;
  readonly #root: string;
  #lives = 0;
  /** Bytes of the log that are on the disk. */
  #flushed = 0;
  #seen: Sqlite | undefined;

  constructor(world: World, schema: Uint8Array, ledgerKey: string) {
    this.#world = world;
    this.#chance = world.chance('disk');
    this.#ledgerKey = ledgerKey;
    this.#root = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'boreal-simulate-'));
    mkdirSync(this.#folder);
    writeFileSync(this.#path, schema);
  }

  get #folder(): string {
    return join(this.#root, String(this.#lives));
  }

  get #path(): string {
    return join(this.#folder, 'boreal.db');
  }

  get inside(): Database {
    this.#seen ??= openSqlite(this.#path, 'commit', this.#ledgerKey);
    return this.#seen;
  }

  openStorage(machine: Machine, platform: Pick<Platform, 'clock' | 'log'>, terms: StoreTerms): Promise<OpenStorage> {
    const settings = { path: this.#path, ...terms, ledgerKey: this.#ledgerKey };
    return storageOnThread(
      platform,
      settings,
      (given) =>
        new SimulatedWorker(this.#world, machine, {
          settings: given,
          sync: (descriptor) => this.#sync(machine, descriptor),
        }),
    );
  }

  /** It is alone. */
  async dropped() {
    return [];
  }

  /** A process that dies leaves everything that it has written; without power, only what was flushed is sure. */
  died(isPowerLost: boolean): void {
    const [path, log] = [this.#path, readFileSync(`${this.#path}-wal`)];
    const kept = isPowerLost ? this.#keptOf(log.length) : log.length;
    const before = this.#seen;
    this.#seen = undefined;
    this.#lives += 1;
    mkdirSync(this.#folder);
    copyFileSync(path, this.#path);
    writeFileSync(`${this.#path}-wal`, log.subarray(0, kept));
    if (isPowerLost) this.#flushed = kept;
    void before?.close();
    this.#world.note(`the log has ${kept} of ${log.length} bytes`);
  }

  /** The log behind the last flush may be there in part; often nothing of it is. */
  #keptOf(bytes: number): number {
    const flushed = Math.min(this.#flushed, bytes);
    return this.#chance.fraction() < 0.5 ? flushed : this.#chance.integer(flushed, bytes);
  }

  close(): void {
    void this.#seen?.close();
    rmSync(this.#root, { recursive: true, force: true });
  }

  #sync(machine: Machine, descriptor: number): Promise<void> {
    const { size } = fstatSync(descriptor);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#world.after(machine, 0.1 + this.#chance.fraction() * this.disk.flushMsMax, 'flushed', () => {
      if (this.disk.failing > 0 && this.#chance.fraction() < this.disk.failing) {
        reject(Object.assign(new Error('The disk has failed.'), { code: 'EIO' }));
        return;
      }
      this.#flushed = Math.max(this.#flushed, size);
      resolve();
    });
    return promise;
  }
}

type Working = { readonly settings: WorkerSettings; readonly sync: (descriptor: number) => Promise<void> };
type Listeners = { message?: (message: FromWorker) => void; error?: (thrown: unknown) => void; exit?: () => void };

const MESSAGE_MS = 0.05;

/** The thread of the store: messages there and back take a moment. */
class SimulatedWorker implements StoreWorker {
  readonly #world: World;
  readonly #machine: Machine;
  readonly #listeners: Listeners = {};
  #loop: StoreLoop | undefined;
  #isOver = false;

  constructor(world: World, machine: Machine, { settings, sync }: Working) {
    this.#world = world;
    this.#machine = machine;
    const ends = {
      send: (message: FromWorker) => this.#send(message),
      onBroken: (thrown: unknown) => this.#end(thrown),
      sync,
    };
    world.after(machine, 1, 'the store opens', () => {
      openStoreLoop(settings, ends).then(
        (loop) => {
          this.#loop = loop;
          this.#send({ ready: loop.names });
        },
        (thrown) => this.#end(thrown),
      );
    });
  }

  on(event: keyof Listeners, listener: (value: never) => void): void {
    Object.assign(this.#listeners, { [event]: listener });
  }

  postMessage(message: ToWorker): void {
    const sent = structuredClone(message);
    this.#world.after(this.#machine, MESSAGE_MS, 'to the store', () => {
      if (!this.#isOver) this.#loop!.receive(sent);
    });
  }

  async terminate(): Promise<void> {
    this.#end(undefined);
  }

  #send(message: FromWorker): void {
    const sent = structuredClone(message);
    this.#world.after(this.#machine, MESSAGE_MS, 'from the store', () => this.#listeners.message?.(sent));
  }

  #end(thrown: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#world.after(this.#machine, MESSAGE_MS, 'the store ends', () => {
      if (thrown !== undefined) this.#listeners.error?.(thrown);
      this.#listeners.exit?.();
    });
  }
}
