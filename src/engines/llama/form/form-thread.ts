/**
 * Makes grammars beside the thread that passes on the tokens of all answers: that one waits for nothing here. The thread
 * starts with the first form. One that is silent for too long, or ends, fails its form and is replaced.
 */
import { Worker } from 'node:worker_threads';
import { askThread } from '../../../lib/ask-thread.ts';
import { within } from '../../../lib/within.ts';
import type { MadeForm } from './wanted-form.ts';

/** The most work takes a tenth of a second; a busy machine may be far slower. */
const SILENT_MS_MAX = 20_000;

export class FormThread {
  #worker: Worker | undefined;

  /** One form at a time: the caller waits for the answer. */
  async make(wanted: string): Promise<MadeForm> {
    this.#worker ??= new Worker(new URL('./form-worker.ts', import.meta.url));
    this.#worker.unref();
    try {
      const made = askThread<MadeForm>(this.#worker, wanted);
      return await within(SILENT_MS_MAX, made, () => new Error('No grammar came in time.'));
    } catch (failure) {
      this.stop();
      throw failure;
    }
  }

  stop(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}
