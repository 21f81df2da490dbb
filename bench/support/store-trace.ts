/**
 * Loaded before the program of the store's thread by `loop-trace.ts`, this writes down what took it long: statements and
 * flushes of the disk, each with the calls that had come last. A line of JSON each, in the file `BENCH_TRACE` with `.store`.
 */
import { openSync, statSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ToWorker } from '../../src/server/stores/store-protocol.ts';

export type SlowWork = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly what: string;
  readonly calls: readonly string[];
};

type Work = (...values: unknown[]) => unknown;

const SLOW_MS = 1;
/** The system's time of a file's last change is that much older at most. */
const FILE_TIME_MS = 10;
const TEXT_LENGTH = 60;
const file = openSync(`${process.env.BENCH_TRACE}.store`, 'a');
const nowMs = (): number => performance.timeOrigin + performance.now();
// The program takes from these what is put into them here; what `import` gives is fixed before.
const require = createRequire(import.meta.url);
const { Database } = require('bun:sqlite') as { Database: { prototype: Record<'query', Work> } };
const system = require('node:fs') as Record<'fdatasync', (descriptor: number, done: (error: unknown) => void) => void>;
const { parentPort } = require('node:worker_threads') as { parentPort: Record<'on', Work> };
let calls: readonly string[] = [];

traceStatements();
traceFlushes();
traceMessages();

function note(what: string, fromMs: number): void {
  const slow: SlowWork = { fromMs, toMs: nowMs(), what, calls };
  if (slow.toMs - fromMs >= SLOW_MS) writeSync(file, `${JSON.stringify(slow)}\n`);
}

/** The database keeps its statements, so each is changed once. */
function traceStatements(): void {
  const { query } = Database.prototype;
  const known = new WeakSet<object>();
  Database.prototype.query = function (this: { readonly filename: string }, text) {
    const statement = query.call(this, text) as Record<string, Work>;
    if (known.has(statement)) return statement;
    known.add(statement);
    for (const name of ['run', 'get', 'all']) {
      const original = statement[name]!;
      statement[name] = (...values) => {
        const fromMs = nowMs();
        try {
          return original.apply(statement, values);
        } finally {
          note(text === 'COMMIT' ? commitOf(this.filename, fromMs) : shortened(String(text)), fromMs);
        }
      };
    }
    return statement;
  };
}

const shortened = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, TEXT_LENGTH);

/** A commit writes to the log alone, unless it copies the log into the database. */
function commitOf(path: string, fromMs: number): string {
  if (nowMs() - fromMs < SLOW_MS) return 'COMMIT';
  return statSync(path).mtimeMs > fromMs - FILE_TIME_MS ? 'COMMIT, with a checkpoint of the log' : 'COMMIT';
}

function traceFlushes(): void {
  const { fdatasync } = system;
  system.fdatasync = (descriptor, done) => {
    const fromMs = nowMs();
    fdatasync(descriptor, (error) => {
      note('fdatasync', fromMs);
      done(error);
    });
  };
}

function traceMessages(): void {
  const on = parentPort.on.bind(parentPort);
  parentPort.on = (event, listener) =>
    on(event, (message: ToWorker) => {
      calls = namesIn(message);
      (listener as Work)(message);
    });
}

function namesIn(message: ToWorker): readonly string[] {
  if (message === 'close') return ['close'];
  if ('journal' in message) return ['leases.write'];
  if ('readLog' in message) return ['readLog'];
  return [...new Set(message.map(({ port, method }) => `${port}.${method}`))];
}
