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
export function followingSignal(parent: AbortSignal, shared?: AbortSignal): FollowingSignal {
  const controller = new AbortController();
  const follow = () => controller.abort(parent.reason);
  if (parent.aborted) follow();
  else parent.addEventListener('abort', follow);
  if (shared?.aborted) controller.abort(shared.reason);
  const crowd = shared && !shared.aborted ? crowdOf(shared) : undefined;
  crowd?.join(controller);
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    clear: () => {
      parent.removeEventListener('abort', follow);
      crowd?.leave(controller);
    },
  };
}

/** All who follow one signal, behind one listener: a signal compares each new listener with all those that it has. */
class Crowd implements EventListenerObject {
  readonly #shared: AbortSignal;
  readonly #members = new Set<AbortController>();

  constructor(shared: AbortSignal) {
    this.#shared = shared;
  }

  join(member: AbortController): void {
    if (this.#members.size === 0) this.#shared.addEventListener('abort', this);
    this.#members.add(member);
  }

  leave(member: AbortController): void {
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
