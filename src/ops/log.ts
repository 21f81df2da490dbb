/** JSON lines through pino. Keys, cookies and prompts are never logged: nothing here is given them. */
import pino from 'pino';
import type { Log } from '../domain/ports.ts';
import { createLogOutput, type Sink, standardOutput } from './log-output.ts';

type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** A log whose reader may be slow. */
export type ServiceLog = Log & {
  /** Calls with the lines that were dropped so far, and then with each one. */
  watchDropped(listener: (lines: number) => void): void;
  /** Waits, for a bounded time, until the reader has taken everything; resolves with whether it has. */
  flush(): Promise<boolean>;
};

const FLUSH_MS_MAX = 1000;

/** `base` is in every line. */
export function createLog(
  level: LogLevel,
  base: Readonly<Record<string, unknown>> | null = null,
  sink: Sink = standardOutput(),
): ServiceLog {
  let dropped = 0;
  let listener: (lines: number) => void = () => {};
  const output = createLogOutput(sink, {
    onDropped: () => {
      dropped++;
      listener(1);
    },
    onGap: (lines) => logger.warn({ lines }, 'lines of the log are missing here: its reader did not take them in time'),
  });
  const logger = pino(
    {
      level,
      base,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { cause: describeCause },
    },
    output,
  );
  return {
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    watchDropped: (heard) => {
      listener = heard;
      if (dropped > 0) heard(dropped);
    },
    flush: () => output.flush(FLUSH_MS_MAX),
  };
}

const UNFORESEEN = new Set(['TypeError', 'ReferenceError', 'RangeError', 'SQLiteError']);

/** An error and what caused it, as a chain of sentences. Only what we did not foresee needs its stack. */
function describeCause(cause: unknown): unknown {
  const sentences: string[] = [];
  let stack: string | undefined;
  for (let error = cause; error instanceof Error && sentences.length < 5; error = error.cause) {
    sentences.push(`${error.name}: ${error.message}`);
    if (UNFORESEEN.has(error.name)) stack ??= error.stack;
  }
  return sentences.length === 0 ? cause : { chain: sentences, ...(stack && { stack }) };
}
