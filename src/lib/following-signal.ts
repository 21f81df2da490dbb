export type FollowingSignal = {
  readonly signal: AbortSignal;
  /** Fires it now, for a reason that its owner has found. */
  abort(reason: unknown): void;
  /** Lets go of the signals it follows: one that outlives it would remember it for ever. */
  clear(): void;
};

/**
 * A signal that fires with the first of others, or when its owner says so. `shared` is one that many follow at the same
 * time, such as that of a server's end.
 */
export const followingSignal = (parent: AbortSignal, shared?: AbortSignal): FollowingSignal =>
  new Follower(parent, shared);

class Follower implements FollowingSignal, EventListenerObject {
  readonly signal: AbortSignal;
  readonly #controller = new AbortController();
  readonly #parent: AbortSignal;
  readonly #crowd: Crowd | undefined;

  constructor(parent: AbortSignal, shared: AbortSignal | undefined) {
    this.signal = this.#controller.signal;
    this.#parent = parent;
    if (parent.aborted) this.handleEvent();
    else parent.addEventListener('abort', this);
    if (shared?.aborted) this.abort(shared.reason);
    this.#crowd = shared && !shared.aborted ? crowdOf(shared) : undefined;
    this.#crowd?.join(this);
  }

  /** The one that it follows alone has fired. */
  handleEvent(): void {
    this.abort(this.#parent.reason);
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason);
  }

  clear(): void {
    this.#parent.removeEventListener('abort', this);
    this.#crowd?.leave(this);
  }
}

/** All who follow one signal, behind one listener: a signal compares each new listener with all those that it has. */
class Crowd implements EventListenerObject {
  readonly #shared: AbortSignal;
  readonly #members = new Set<Follower>();

  constructor(shared: AbortSignal) {
    this.#shared = shared;
  }

  join(member: Follower): void {
    if (this.#members.size === 0) this.#shared.addEventListener('abort', this);
    this.#members.add(member);
  }

  leave(member: Follower): void {
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
