/** Tells a request to stop; every AbortSignal is one. */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: StopListener): void;
  removeEventListener(type: 'abort', listener: StopListener): void;
}

export interface StopListener {
  handleEvent(): void;
}

/**
 * Stops when another one does, or when its owner says so. Every request makes two: AbortControllers would be several objects of
 * the runtime each.
 */
export class Stop implements StopSignal, StopListener {
  aborted = false;
  reason: unknown;
  readonly #listeners: StopListener[] = [];
  readonly #parent: StopSignal;

  constructor(parent: StopSignal) {
    this.#parent = parent;
    if (parent.aborted) this.abort(parent.reason);
    else parent.addEventListener('abort', this);
  }

  /** The one that it follows has fired. */
  handleEvent(): void {
    this.abort(this.#parent.reason);
  }

  /** The first reason counts. */
  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    // Those who hear of it may take themselves off.
    for (const listener of [...this.#listeners]) listener.handleEvent();
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  /** Lets go of the one that it follows, which may outlive it and would remember it for ever. */
  clear(): void {
    this.#parent.removeEventListener('abort', this);
  }

  addEventListener(_: 'abort', listener: StopListener): void {
    this.#listeners.push(listener);
  }

  removeEventListener(_: 'abort', listener: StopListener): void {
    const at = this.#listeners.indexOf(listener);
    if (at >= 0) this.#listeners.splice(at, 1);
  }
}
