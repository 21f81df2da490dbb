/** JSON lines through pino. Keys, cookies and prompts are never logged: nothing here is given them. */
import pino from 'pino';
import type { Log } from '../domain/ports.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** `base` stands in every line. */
export function createLog(level: LogLevel, base: Readonly<Record<string, unknown>> | null = null): Log {
  const logger = pino(
    {
      level,
      base,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { cause: describeCause },
    },
    pino.destination({ dest: 1, sync: true }),
  );
  return {
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
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
