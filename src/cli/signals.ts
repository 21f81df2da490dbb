const REPEAT_MS = 1000;

/**
 * Resolves at the first order to stop. A second order, later than a moment, ends the process at once; one that comes
 * together with the first is the same order, arriving both from the launcher and from the terminal or service manager.
 */
export function untilSignal(): Promise<string> {
  return new Promise((resolve) => {
    let firstAtMs: number | undefined;
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(signal, () => {
        const nowMs = performance.now();
        if (firstAtMs === undefined) {
          firstAtMs = nowMs;
          resolve(signal);
        } else if (nowMs - firstAtMs > REPEAT_MS) process.exit(1);
      });
    }
  });
}
