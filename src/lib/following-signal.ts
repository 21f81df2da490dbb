export type FollowingSignal = {
  readonly signal: AbortSignal;
  /** Fires it now, for a reason that its owner has found. */
  abort(reason: unknown): void;
  /** Lets go of the signals it follows: one that outlives it would remember it for ever. */
  clear(): void;
};

/** A signal that fires with the first of others, or when its owner says so. */
export function followingSignal(...parents: readonly AbortSignal[]): FollowingSignal {
  const controller = new AbortController();
  const follow = (event: Event) => controller.abort((event.target as AbortSignal).reason);
  for (const parent of parents) {
    if (parent.aborted) controller.abort(parent.reason);
    else parent.addEventListener('abort', follow);
  }
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    clear: () => {
      for (const parent of parents) parent.removeEventListener('abort', follow);
    },
  };
}
