/** An answer loses its listener in two ways: the client goes, or the server does. */
import { Stop, type StopSignal } from '../../core/stop.ts';

export class Leaving extends Stop {
  readonly #others: Crowd | undefined;

  constructor(client: StopSignal, server: AbortSignal) {
    super(client);
    if (server.aborted) this.abort(server.reason);
    this.#others = server.aborted ? undefined : crowdOf(server);
    this.#others?.join(this);
  }

  override clear(): void {
    super.clear();
    this.#others?.leave(this);
  }
}

/** All who follow one signal, behind one listener: a signal compares each new listener with all those that it has. */
class Crowd implements EventListenerObject {
  readonly #shared: AbortSignal;
  readonly #members = new Set<Stop>();

  constructor(shared: AbortSignal) {
    this.#shared = shared;
  }

  join(member: Stop): void {
    if (this.#members.size === 0) this.#shared.addEventListener('abort', this);
    this.#members.add(member);
  }

  leave(member: Stop): void {
    const wasLast = this.#members.delete(member) && this.#members.size === 0;
    if (wasLast) this.#shared.removeEventListener('abort', this);
  }

  /** The shared signal fired. */
  handleEvent(): void {
    for (const member of this.#members) member.abort(this.#shared.reason);
  }
}

/** Found by the signal itself, so that it need not be handed on beside it. */
const CROWDS = new WeakMap<AbortSignal, Crowd>();

function crowdOf(shared: AbortSignal): Crowd {
  const known = CROWDS.get(shared);
  if (known) return known;
  const crowd = new Crowd(shared);
  CROWDS.set(shared, crowd);
  return crowd;
}
