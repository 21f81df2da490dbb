import type { Socket } from 'node:net';

/**
 * One direction of one proxied connection.
 *
 *   source --data/FIN/RST--> queue --(delay, stall, pieces, corruption, cut)--> target
 *
 * The queue keeps order: a FIN or a RST waits behind the bytes before it. When the queue is full the source is not
 * read, so a slow target slows the source down and memory stays bounded.
 */
export class FaultPipe {
  readonly #source: Socket;
  readonly #target: Socket;
  readonly #control: PipeControl;
  readonly #queue: QueueItem[] = [];
  bufferedBytes = 0;
  #isRunning = false;
  #isOver = false;
  #hasEnded = false;
  #endSleep = (): void => {};
  #endWrite = (): void => {};
  /** Offsets in the faults count from the moment when they were set. */
  #countedFor: DirectionFaults | undefined;
  #countedBytes = 0;

  constructor(ends: { readonly source: Socket; readonly target: Socket }, control: PipeControl) {
    this.#source = ends.source;
    this.#target = ends.target;
    this.#control = control;
    this.#source.on('data', (chunk) => this.#accept(typeof chunk === 'string' ? Buffer.from(chunk) : chunk));
    this.#source.on('end', () => {
      this.#hasEnded = true;
      this.#enqueue('fin');
    });
    this.#source.on('error', () => this.#enqueue('rst'));
    this.#source.on('close', (hadError) => {
      if (hadError || !this.#hasEnded) this.#enqueue('rst');
    });
    // A write that waits for a reader who is gone would wait for ever.
    this.#target.on('close', () => this.#endWrite());
  }

  /** Looks at the faults again, because they may have changed. */
  wake(): void {
    this.#endSleep();
  }

  /** Delivers nothing more. What still comes is read and dropped, so that no FIN turns into a reset. */
  stop(): void {
    this.#isOver = true;
    this.#queue.length = 0;
    this.bufferedBytes = 0;
    this.#source.resume();
    this.#endSleep();
    this.#endWrite();
  }

  #accept(bytes: Buffer): void {
    this.#control.onReceived(bytes.length);
    if (this.#isOver) return;
    this.bufferedBytes += bytes.length;
    if (this.bufferedBytes >= QUEUE_BYTES_MAX) this.#source.pause();
    this.#enqueue(bytes);
  }

  #enqueue(what: QueueItem['what']): void {
    if (this.#isOver) return;
    this.#queue.push({ what, arrivedAtMs: performance.now() });
    void this.#run();
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#queue[0] && !this.#isOver) await this.#deliver(this.#queue[0]);
    this.#isRunning = false;
  }

  async #deliver(item: QueueItem): Promise<void> {
    const faults = this.#control.faults();
    if (faults !== this.#countedFor) {
      this.#countedFor = faults;
      this.#countedBytes = 0;
    }
    const waitMs = faults.stall
      ? Number.POSITIVE_INFINITY
      : item.arrivedAtMs + (faults.delayMs ?? 0) - performance.now();
    if (waitMs > 0) await this.#sleep(waitMs);
    else if (item.what === 'fin') this.#pass(() => this.#target.end());
    else if (item.what === 'rst') this.#pass(() => this.#target.resetAndDestroy());
    else await this.#deliverBytes(item, item.what, faults);
  }

  #pass(ending: () => void): void {
    this.#queue.shift();
    ending();
  }

  async #deliverBytes(item: QueueItem, bytes: Buffer, faults: DirectionFaults): Promise<void> {
    const limit = Math.min(
      faults.cutAfterBytes ?? Number.POSITIVE_INFINITY,
      faults.resetAfterBytes ?? Number.POSITIVE_INFINITY,
    );
    const allowed = Math.max(0, limit - this.#countedBytes);
    const size = Math.min(bytes.length, faults.pieceBytes ?? bytes.length, allowed);
    if (size > 0) {
      const piece = corrupt(bytes.subarray(0, size), (faults.corruptAtByte ?? -1) - this.#countedBytes);
      if (size === bytes.length) this.#queue.shift();
      else item.what = bytes.subarray(size);
      this.#countedBytes += size;
      this.bufferedBytes -= size;
      await this.#write(piece);
      // A piece that shares its turn of the loop with the next would be joined to it again.
      if (faults.pieceBytes !== undefined || size === allowed) await this.#nextTurn();
      if (this.bufferedBytes < QUEUE_BYTES_MAX / 2) this.#source.resume();
    }
    if (size < allowed || this.#isOver) return;
    if (this.#countedBytes >= (faults.resetAfterBytes ?? Number.POSITIVE_INFINITY)) this.#control.reset();
    else this.#control.cut();
  }

  async #write(piece: Uint8Array): Promise<void> {
    if (this.#target.destroyed || !this.#target.writable) return;
    await new Promise<void>((resolve) => {
      this.#endWrite = resolve;
      this.#target.write(piece, () => resolve());
    });
    if (!this.#target.destroyed) this.#control.onDelivered(piece.length);
  }

  async #sleep(ms: number): Promise<void> {
    let timer: Timer | undefined;
    await new Promise<void>((resolve) => {
      this.#endSleep = resolve;
      if (Number.isFinite(ms)) timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
  }

  #nextTurn(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }
}

/** Faults of the bytes of one direction. Offsets count on each connection from when the faults were set. */
export interface DirectionFaults {
  /** Every byte arrives this much later; order is kept. */
  readonly delayMs?: number;
  /** Bytes are accepted, up to the bound of the queue, and not delivered until this is lifted. */
  readonly stall?: boolean;
  /** Both sides get a FIN after this many bytes; 0 means as soon as a byte comes. */
  readonly cutAfterBytes?: number;
  /** Both sides get a RST after this many bytes. The receiver may lose what it had not read yet. */
  readonly resetAfterBytes?: number;
  /** Bytes are written in pieces of this size, each a write of its own. */
  readonly pieceBytes?: number;
  /** The byte at this offset has all its bits flipped. */
  readonly corruptAtByte?: number;
}

/** The part of the proxy that a pipe needs. */
interface PipeControl {
  readonly faults: () => DirectionFaults;
  readonly onReceived: (bytes: number) => void;
  readonly onDelivered: (bytes: number) => void;
  readonly cut: () => void;
  readonly reset: () => void;
}

const QUEUE_BYTES_MAX = 256 * 1024;

interface QueueItem {
  what: Buffer | 'fin' | 'rst';
  readonly arrivedAtMs: number;
}

function corrupt(piece: Buffer, at: number): Uint8Array {
  if (at < 0 || at >= piece.length) return piece;
  const copy = Uint8Array.from(piece);
  copy[at] = copy[at]! ^ 0xff;
  return copy;
}
