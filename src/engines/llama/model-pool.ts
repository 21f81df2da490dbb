/**
 * The models that are in memory, one for each file. A file is loaded when a request asks for it; where the budget has no
 * room, models that are not in use are unloaded, the one that was used longest ago first. A model in use is never unloaded.
 *
 *   measuring --> wanted --room--> loading --> loaded --room wanted--> unloading --> gone
 *
 * Files are loaded in the order in which they were asked for. One that has waited for a turn keeps others that are in
 * its way from taking new requests: they end what they have, and two models that do not fit beside each other take turns.
 * Requests that give way keep no other waiting: they are ended at once where their model is in the way, and what only they
 * want is loaded last, when nothing in its way is in use.
 */
import { FairQueue } from '../../lib/fair-queue.ts';
import { QueueFull, ShareUsed } from './generate/slots.ts';

export type Loading<Model> = {
  readonly memoryBytesMax: number;
  /** How many requests may wait for a model. */
  readonly queueMax: number;
  /** How long a file waits for room before models in its way take no more requests. */
  readonly turnMs: number;
  /** The bytes that the file will take when it is loaded. Rejects when it cannot be used. */
  readonly measure: (file: string) => Promise<number>;
  readonly load: (file: string) => Promise<Model>;
  /** If it rejects, it is unknown what is still in memory: the process should end. */
  readonly unload: (file: string, model: Model) => Promise<void>;
};

export type Lease<Model> = {
  readonly model: Model;
  /** Gives the model back. Calling it twice is harmless. */
  release(): void;
};

/** The model was not there in time: it is still being loaded, or the others are busy. */
export class ModelNotInTime extends Error {
  override readonly name = 'ModelNotInTime';
}

/** The model does not fit into the budget, whatever else is unloaded. */
export class ModelTooLarge extends Error {
  override readonly name = 'ModelTooLarge';
}

/** The account that waits, and how long: until the signal, and at most so long. */
export type Patience = {
  readonly account: string;
  readonly signal: AbortSignal;
  readonly waitMs?: number;
  /** There where it gives way to others: ends what it does with the model. */
  readonly giveWay?: GiveWay | undefined;
};

type GiveWay = () => void;

type Waiter<Model> = Pick<Patience, 'account' | 'giveWay'> & {
  resolve(lease: Lease<Model>): void;
  reject(reason: unknown): void;
};

type Entry<Model> = {
  readonly file: string;
  readonly waiters: Set<Waiter<Model>>;
  state: 'measuring' | 'wanted' | 'loading' | 'loaded' | 'unloading';
  bytes: number;
  model?: Model;
  users: number;
  /** What ends those of its users that give way. */
  readonly givingWay: Set<GiveWay>;
  /** Grows with each use of any model, so that the smallest was used longest ago. */
  lastUse: number;
};

export class ModelPool<Model> {
  readonly #loading: Loading<Model>;
  readonly #entries = new Map<string, Entry<Model>>();
  /** Files that want room, in order. The first may have to wait for it. */
  readonly #queue: Entry<Model>[] = [];
  /** Models in use that the first of the queue waits for, once it has waited for a turn. */
  #inTheWay: ReadonlySet<Entry<Model>> = new Set();
  #turn: { readonly entry: Entry<Model>; readonly timer: ReturnType<typeof setTimeout>; isOver: boolean } | undefined;
  #uses = 0;
  /** All who wait, whatever for. Where there is no room, the newest of the account with the most has to go. */
  readonly #room: FairQueue<Waiter<Model>>;

  constructor(loading: Loading<Model>) {
    this.#loading = loading;
    this.#room = new FairQueue(loading.queueMax);
  }

  /** The files that are loaded now. */
  get loadedFiles(): readonly string[] {
    return [...this.#entries.values()].filter(({ state }) => state === 'loaded').map(({ file }) => file);
  }

  get waitingCount(): number {
    return this.#room.size;
  }

  /**
   * Resolves with the model. Rejects with QueueFull, ShareUsed, ModelNotInTime or ModelTooLarge, with what loading it has failed
   * with, or with the signal's reason when the caller leaves. A load goes on when no request waits for it any more.
   */
  async use(file: string, patience: Patience): Promise<Lease<Model>> {
    patience.signal.throwIfAborted();
    const known = this.#entries.get(file);
    if (known?.state === 'loaded' && !this.#inTheWay.has(known)) return this.#lend(known, patience.giveWay);
    const entry = known ?? this.#add(file);
    const lease = this.#wait(entry, patience);
    if ((entry.state === 'loaded' || entry.state === 'unloading') && !this.#queue.includes(entry)) {
      this.#queue.push(entry);
    }
    this.#advance();
    return lease;
  }

  #add(file: string): Entry<Model> {
    const unused = { waiters: new Set<Waiter<Model>>(), users: 0, givingWay: new Set<GiveWay>(), lastUse: 0 };
    const entry: Entry<Model> = { file, state: 'measuring', bytes: 0, ...unused };
    this.#entries.set(file, entry);
    void this.#measure(entry);
    return entry;
  }

  #wait(entry: Entry<Model>, { account, signal, waitMs, giveWay }: Patience): Promise<Lease<Model>> {
    const { promise, resolve, reject } = Promise.withResolvers<Lease<Model>>();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
      entry.waiters.delete(waiter);
      this.#room.remove(account, waiter);
    };
    const waiter: Waiter<Model> = {
      account,
      giveWay,
      resolve: (lease) => {
        end();
        resolve(lease);
      },
      reject: (reason) => {
        end();
        reject(reason);
        this.#advance();
      },
    };
    const leave = () => waiter.reject(signal.reason);
    const giveUp = () => waiter.reject(new ModelNotInTime('The model is not loaded yet.'));
    const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs);
    signal.addEventListener('abort', leave, { once: true });
    entry.waiters.add(waiter);
    const dropped = this.#room.add(account, waiter);
    dropped?.reject(this.#refusalFor(dropped));
    return promise;
  }

  /** It is unknown how long a load takes: callers are asked to wait a little. */
  #refusalFor({ account }: Waiter<Model>): Error {
    return this.#room.countOf(account) === 0 ? new QueueFull('The queue is full.') : new ShareUsed(FULL_WAIT_MS);
  }

  async #measure(entry: Entry<Model>): Promise<void> {
    const { memoryBytesMax, measure } = this.#loading;
    try {
      entry.bytes = await measure(entry.file);
      if (entry.bytes > memoryBytesMax) throw new ModelTooLarge(tooLarge(entry, memoryBytesMax));
    } catch (error) {
      return this.#fail(entry, error);
    }
    entry.state = 'wanted';
    this.#queue.push(entry);
    this.#advance();
  }

  /** Serves the queue as far as it goes. Called after everything that may have changed that. */
  #advance(): void {
    this.#queue.sort((a, b) => Number(isPatient(a)) - Number(isPatient(b)));
    for (let first = this.#queue[0]; first; first = this.#queue[0]) {
      if (first.waiters.size === 0) this.#forget(first);
      else if (first.state === 'loaded') this.#lendToAll(first);
      else if (first.state === 'wanted' && this.#hasRoomFor(first)) void this.#load(first);
      else break;
      this.#queue.shift();
    }
    const [first] = this.#queue;
    if (first !== this.#turn?.entry) this.#beginTurn(first);
    const mayClose = first && !isPatient(first) && this.#turn?.isOver;
    this.#inTheWay = new Set(mayClose ? this.#victimsFor(first) : []);
    this.#reopen();
    if (first && !isPatient(first)) this.#makeWay(first);
  }

  #makeWay(entry: Entry<Model>): void {
    for (const { givingWay } of this.#victimsFor(entry)) {
      const ending = [...givingWay];
      givingWay.clear();
      for (const giveWay of ending) giveWay();
    }
  }

  /** A model that need not be unloaded any more serves the requests that came meanwhile. */
  #reopen(): void {
    for (const entry of this.#queue.filter(({ state }) => state === 'loaded')) {
      if (this.#inTheWay.has(entry)) continue;
      this.#queue.splice(this.#queue.indexOf(entry), 1);
      this.#lendToAll(entry);
    }
  }

  /** No request waits for it any more. */
  #forget(entry: Entry<Model>): void {
    if (entry.state === 'wanted') this.#entries.delete(entry.file);
  }

  #beginTurn(entry: Entry<Model> | undefined): void {
    clearTimeout(this.#turn?.timer);
    if (!entry) {
      this.#turn = undefined;
      return;
    }
    const timer = setTimeout(() => {
      if (this.#turn?.entry === entry) this.#turn.isOver = true;
      this.#advance();
    }, this.#loading.turnMs);
    this.#turn = { entry, timer, isOver: false };
  }

  /** True where it fits now. If unloading unused models would make room, that begins. */
  #hasRoomFor(entry: Entry<Model>): boolean {
    if (this.#bytesOf(['loading', 'loaded', 'unloading']) + entry.bytes <= this.#loading.memoryBytesMax) return true;
    const victims = this.#victimsFor(entry);
    // Unloading one of two does not help while the other is in use.
    if (victims.every(({ users }) => users === 0)) for (const victim of victims) void this.#unload(victim);
    return false;
  }

  /** The models that have to go before the entry fits: idle ones and those that give way first, then those used longest ago. */
  #victimsFor(entry: Entry<Model>): readonly Entry<Model>[] {
    let room = this.#loading.memoryBytesMax - this.#bytesOf(['loading', 'loaded']) - entry.bytes;
    const loaded = [...this.#entries.values()].filter(({ state }) => state === 'loaded');
    loaded.sort((a, b) => Number(isBusy(a)) - Number(isBusy(b)) || a.lastUse - b.lastUse);
    const victims: Entry<Model>[] = [];
    for (const victim of loaded) {
      if (room >= 0) break;
      victims.push(victim);
      room += victim.bytes;
    }
    return victims;
  }

  #bytesOf(states: readonly Entry<Model>['state'][]): number {
    return [...this.#entries.values()].reduce((sum, { state, bytes }) => sum + (states.includes(state) ? bytes : 0), 0);
  }

  async #load(entry: Entry<Model>): Promise<void> {
    entry.state = 'loading';
    try {
      entry.model = await this.#loading.load(entry.file);
    } catch (error) {
      return this.#fail(entry, error);
    }
    entry.state = 'loaded';
    entry.lastUse = ++this.#uses;
    this.#lendToAll(entry);
    this.#advance();
  }

  async #unload(entry: Entry<Model>): Promise<void> {
    entry.state = 'unloading';
    await this.#loading.unload(entry.file, entry.model!);
    delete entry.model;
    // Who has come meanwhile is in the queue already.
    if (entry.waiters.size > 0) entry.state = 'wanted';
    else this.#entries.delete(entry.file);
    this.#advance();
  }

  #fail(entry: Entry<Model>, error: unknown): void {
    this.#entries.delete(entry.file);
    for (const waiter of [...entry.waiters]) waiter.reject(error);
    this.#advance();
  }

  #lendToAll(entry: Entry<Model>): void {
    for (const waiter of [...entry.waiters]) waiter.resolve(this.#lend(entry, waiter.giveWay));
  }

  #lend(entry: Entry<Model>, giveWay: GiveWay | undefined): Lease<Model> {
    entry.users += 1;
    if (giveWay) entry.givingWay.add(giveWay);
    entry.lastUse = ++this.#uses;
    let isReleased = false;
    return {
      model: entry.model!,
      release: () => {
        if (isReleased) return;
        isReleased = true;
        entry.users -= 1;
        if (giveWay) entry.givingWay.delete(giveWay);
        entry.lastUse = ++this.#uses;
        this.#advance();
      },
    };
  }
}

/** Only requests that give way wait for it. */
const isPatient = ({ waiters }: Entry<unknown>): boolean =>
  waiters.size > 0 && [...waiters].every(({ giveWay }) => giveWay !== undefined);

/** In use by others than those that give way. */
const isBusy = ({ users, givingWay }: Entry<unknown>): boolean => users > givingWay.size;

const FULL_WAIT_MS = 2_000;

const mib = (bytes: number): number => Math.ceil(bytes / 2 ** 20);

const tooLarge = ({ file, bytes }: { file: string; bytes: number }, bytesMax: number): string =>
  `${file} needs about ${mib(bytes)} MiB, and the budget is ${mib(bytesMax)} MiB.`;
