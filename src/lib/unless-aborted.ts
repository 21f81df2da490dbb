/** What was promised, or the signal's reason if it fires first: a caller that has left waits no longer. */
export async function unlessAborted<T>(promised: Promise<T>, signal: AbortSignal): Promise<T> {
  const left = Promise.withResolvers<never>();
  const leave = () => left.reject(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  try {
    return await Promise.race([promised, left.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
