const REPEAT_MS = 1000;

/** A terminal that is closed sends a hangup too, and wants its programs to end. */
const isOwnTerminal = (): boolean => process.stdin.isTTY === true || process.stdout.isTTY === true;

/** A hangup of a server without a terminal means to read the configuration again. */
export function onReloadSignal(reload: () => void): void {
  if (!isOwnTerminal()) process.on('SIGHUP', reload);
}

/**
 * Resolves at the first signal to stop. A second one, later than a moment, ends the process at once; one that comes
 * together with the first is the same signal, arriving both from the launcher and from the terminal or service manager.
 */
export function untilSignal(): Promise<string> {
  const hangup = isOwnTerminal() ? (['SIGHUP'] as const) : [];
  return new Promise((resolve) => {
    let firstAtMs: number | undefined;
    for (const signal of ['SIGTERM', 'SIGINT', ...hangup] as const) {
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
