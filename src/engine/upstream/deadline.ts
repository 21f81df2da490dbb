import { type FollowingSignal, followingSignal } from '../../lib/following-signal.ts';

/** A signal that follows another one and also fires after a time; `clear` lets go of both. */
export function deadlineSignal(parent: AbortSignal, ms: number): FollowingSignal {
  const following = followingSignal(parent);
  const timer = setTimeout(
    () => following.abort(new DOMException('The total deadline has passed.', 'TimeoutError')),
    ms,
  );
  return {
    ...following,
    clear: () => {
      clearTimeout(timer);
      following.clear();
    },
  };
}
