/** JSON lines through pino. Keys, cookies and prompts are never logged: nothing here is given them. */
import pino from 'pino';
import { clip } from '../../lib/clip.ts';
import { createLogOutput, type Sink, standardOutput } from './log-output.ts';

export interface Log {
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** A log whose reader may be slow. */
export type ServiceLog = Log & {
  /** Calls with the lines that were dropped so far, and then with each one. */
  watchDropped(listener: (lines: number) => void): void;
  /** Waits, for a bounded time, until the reader has taken everything; resolves with whether it has. */
  flush(): Promise<boolean>;
};

export const FLUSH_MS_MAX = 1000;
/** The longest text in a line: engines, providers and clients write parts of some of them. */
export const TEXT_MAX = 4000;

/** `base` is in every line. */
export function createLog(
  level: LogLevel,
  base: Readonly<Record<string, unknown>> | null = null,
  sink: Sink = standardOutput(),
): ServiceLog {
  const output = createLogOutput(sink, (lines) =>
    logger.warn({ lines }, 'lines of the log are missing here: its reader did not take them in time'),
  );
  const logger = pino(
    {
      level,
      base,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: bounded },
      serializers: { cause: describeCause },
    },
    output,
  );
  return {
    info: (fields, message) => logger.info(fields, clip(message, TEXT_MAX)),
    warn: (fields, message) => logger.warn(fields, clip(message, TEXT_MAX)),
    error: (fields, message) => logger.error(fields, clip(message, TEXT_MAX)),
    watchDropped: output.watchDropped,
    flush: () => output.flush(FLUSH_MS_MAX),
  };
}

/** Most lines have no long text, and are passed on as they are. */
const bounded = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.values(fields).some((value) => typeof value === 'string' && value.length > TEXT_MAX)
    ? Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, clipText(value)]))
    : fields;

const clipText = (value: unknown): unknown => (typeof value === 'string' ? clip(value, TEXT_MAX) : value);

const UNFORESEEN = new Set(['TypeError', 'ReferenceError', 'RangeError', 'SQLiteError']);

/** An error and what caused it, as a chain of sentences. Only what we did not foresee needs its stack. */
export function describeCause(cause: unknown): unknown {
  const sentences: string[] = [];
  let stack: string | undefined;
  for (let error = cause; error instanceof Error && sentences.length < 5; error = error.cause) {
    sentences.push(clip(`${error.name}: ${error.message}`, TEXT_MAX));
    if (UNFORESEEN.has(error.name)) stack ??= error.stack && clip(error.stack, TEXT_MAX);
  }
  return sentences.length === 0 ? clipText(cause) : { chain: sentences, ...(stack && { stack }) };
}
