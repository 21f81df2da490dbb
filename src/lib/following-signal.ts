type FollowingSignal = {
  readonly signal: AbortSignal;
  /** Fires it now, for a reason that its owner has found. */
  abort(reason: unknown): void;
  /** Lets go of the signal it follows: one that outlives it would remember it for ever. */
  clear(): void;
};

/** A signal for the runtime that fires with another one, or when its owner says so. */
export function followingSignal(parent: AbortSignal): FollowingSignal {
  const controller = new AbortController();
  const follow = () => controller.abort(parent.reason);
  if (parent.aborted) follow();
  else parent.addEventListener('abort', follow);
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    clear: () => parent.removeEventListener('abort', follow),
  };
}
