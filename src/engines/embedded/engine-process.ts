/** One run of the embedded engine's process: how it is started, what it says while it runs, and how it ends. */
import { setTimeout as wait } from 'node:timers/promises';
import { parseJson } from '../../lib/parse-json.ts';
import { engineEnvironment } from './engine-environment.ts';
import type { SaidProgress } from './start-progress.ts';

/** The messages of the process, one line of JSON for each. */
export type Said =
  | ({ readonly type: 'progress' } & SaidProgress)
  | { readonly type: 'ready'; readonly models: readonly string[] }
  | { readonly type: 'loading'; readonly model: string; readonly memoryMiB: number }
  | { readonly type: 'loaded'; readonly model: string }
  | { readonly type: 'unloaded'; readonly model: string }
  | { readonly type: 'unusable'; readonly model: string; readonly reason: string }
  | { readonly type: 'failed'; readonly message: string; readonly isLasting?: boolean };

type Run = {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly onSaid: (said: Said) => void;
  /** Hears how it ended, after all that it has said. */
  readonly onEnd: (how: string) => void;
};

/** We hear of its end so much later at most, also where the machine is busy. */
export const EXIT_NOTICE_MS = 3000;
/** Its last words may come so much later than its end. */
const LAST_WORDS_MS = 1000;
/** A process that does not end when asked to is killed after so long. */
const STOP_MS = 2000;

export class EngineProcess {
  readonly #child: Bun.Subprocess<'pipe', 'pipe', 'inherit'>;

  constructor({ command, environment, onSaid, onEnd }: Run) {
    this.#child = Bun.spawn([...command], {
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'inherit',
      env: { ...engineEnvironment(process.env), ...environment },
      onExit: async (_, code, signal) => {
        // What it said last may still be on its way; who inherited its output could keep us waiting for ever.
        await Promise.race([listening, wait(LAST_WORDS_MS, undefined, { ref: false })]);
        onEnd(signal === null ? `it ended with code ${code}` : `it was ended by signal ${signal}`);
      },
    });
    const listening = listenTo(this.#child.stdout, onSaid);
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** Resolves with its end, before what it said last has come. */
  get exited(): Promise<unknown> {
    return this.#child.exited;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  async stop(): Promise<void> {
    // The end of its input tells it to end.
    this.#child.stdin.end();
    const killer = setTimeout(() => this.kill(), STOP_MS);
    await this.#child.exited;
    clearTimeout(killer);
  }
}

async function listenTo(output: ReadableStream<Uint8Array>, onSaid: (said: Said) => void): Promise<void> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const bytes of output) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const said = parse(line);
      if (said) onSaid(said);
    }
  }
}

/** Undefined for a line that is none of its own, such as one that a library has written. */
const parse = (line: string): Said | undefined => parseJson(line) as Said | undefined;
