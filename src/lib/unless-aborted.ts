type Leaving = { handleEvent(): void };

/** Every AbortSignal is one. */
type Signal = {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: Leaving): void;
  removeEventListener(type: 'abort', listener: Leaving): void;
};

/** Gives what was promised, or the signal's reason if it fires first: a caller that has left waits no longer. */
export async function unlessAborted<T>(promised: Promise<T>, signal: Signal): Promise<T> {
  const left = Promise.withResolvers<never>();
  const leave: Leaving = { handleEvent: () => left.reject(signal.reason) };
  signal.addEventListener('abort', leave);
  if (signal.aborted) leave.handleEvent();
  try {
    return await Promise.race([promised, left.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
