export type DeadlineSignal = {
  readonly signal: AbortSignal;
  /** Fires it now, for a reason that its owner has found. */
  abort(reason: unknown): void;
  clear(): void;
};

/** A signal that follows another one and also fires after a time; `clear` lets go of both. */
export function deadlineSignal(parent: AbortSignal, ms: number): DeadlineSignal {
  const controller = new AbortController();
  const follow = () => controller.abort(parent.reason);
  const timer = setTimeout(
    () => controller.abort(new DOMException('The total deadline has passed.', 'TimeoutError')),
    ms,
  );
  if (parent.aborted) follow();
  else parent.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    clear: () => {
      clearTimeout(timer);
      parent.removeEventListener('abort', follow);
    },
  };
}
