/**
 * Lets the sequences of a context sample one after the other.
 *
 * The library samples for all sequences of a batch at once, each on a thread of its own. The first to ask for its row of
 * results makes llama.cpp put the rows in order, and that is not safe from several threads: two answers then swapped a
 * token, and each went on with what belonged to the other.
 */
import type { LlamaContext } from 'node-llama-cpp';
import type { SampleTimes } from './sample-times.ts';

type Sample = (...asked: readonly unknown[]) => Promise<unknown>;

/** A private field of the library's context: its types do not name it. */
type Native = { readonly sampleToken?: Sample };

export function sampleInTurn(context: LlamaContext, times: SampleTimes): void {
  const native: Native | undefined = Reflect.get(context, '_ctx');
  const sample = native?.sampleToken;
  if (!native || !sample) throw new Error('This version of node-llama-cpp samples in another way: see sampleInTurn.');
  let last: Promise<unknown> = Promise.resolve();
  const timed: Sample = async (...asked) => {
    const beganMs = performance.now();
    try {
      return await sample.apply(native, [...asked]);
    } finally {
      times.add(asked[1], performance.now() - beganMs);
    }
  };
  const inTurn: Sample = (...asked) => {
    const mine = last.then(() => timed(...asked));
    last = mine.catch(() => undefined);
    return mine;
  };
  Object.defineProperty(native, 'sampleToken', { value: inTurn });
}
