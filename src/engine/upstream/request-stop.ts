import type { StopListener, StopSignal } from './http.ts';

/**
 * Stops one request to an engine: when its caller leaves, or when the engine is too late. Every request makes one, and it
 * has one listener at a time: an AbortController would be several objects and a list.
 */
export class RequestStop implements StopSignal, StopListener {
  aborted = false;
  reason: unknown;
  #listener: StopListener | undefined;
  readonly #caller: AbortSignal;

  constructor(caller: AbortSignal) {
    this.#caller = caller;
    if (caller.aborted) this.abort(caller.reason);
    else caller.addEventListener('abort', this);
  }

  /** The caller has left. */
  handleEvent(): void {
    this.abort(this.#caller.reason);
  }

  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    this.#listener?.handleEvent();
  }

  /** Lets go of the caller's signal, which may outlive the request. */
  clear(): void {
    this.#caller.removeEventListener('abort', this);
  }

  addEventListener(_: 'abort', listener: StopListener): void {
    this.#listener = listener;
  }

  removeEventListener(_: 'abort', listener: StopListener): void {
    if (this.#listener === listener) this.#listener = undefined;
  }
}
