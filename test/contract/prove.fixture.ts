/** A proof against a service of the test's own. */
import { NANOS_PER_CZK, nanos } from '../../src/core/money.ts';
import type { Target } from '../../src/prove/probe.ts';
import { type Proof, type ProofPlan, prove, type Result } from '../../src/prove/prove.ts';
import { answerText, answerToolCalls, type Script } from '../support/scripted-upstream.ts';

const WORDS = Array.from({ length: 6 }, (_, at) => `word${at} `);

/** Calls the tool where there is one, and else says a few words, of which no more are counted than were wanted. */
export const COMPLIANT: Script = (request) => {
  const { tools, max_tokens } = (request.body ?? {}) as { readonly tools?: unknown; readonly max_tokens?: number };
  const usage = { prompt_tokens: 12, completion_tokens: Math.min(6, max_tokens ?? 6) };
  if (tools) return answerToolCalls([{ name: 'note_word', arguments: { word: 'fir' } }], { usage });
  return answerText(WORDS.join(''), {
    chunks: WORDS,
    usage,
    finishReason: usage.completion_tokens < 6 ? 'length' : 'stop',
  });
};

type Proving = {
  readonly proof: Proof;
  readonly announced: readonly string[];
  readonly waits: readonly number[];
};

export async function proving(target: Target, order: Partial<ProofPlan> = {}): Promise<Proving> {
  const announced: string[] = [];
  const waits: number[] = [];
  let made = 0;
  const proof = await prove(
    { target, budget: nanos(NANOS_PER_CZK), only: [], limit: 'spare', ...order },
    {
      fetch: (url, init) => fetch(url, init),
      sleep: async (ms) => {
        waits.push(ms);
        // What is waited for is the settlement of an answer: a fraction of the pause is enough here.
        await Bun.sleep(ms / 20);
      },
      unique: () => `prove-test-${target.key.slice(-8)}-${performance.now()}-${made++}`,
      announce: (sentence) => announced.push(sentence),
    },
  );
  return { proof, announced, waits };
}

/** The results with this outcome, as sentences that a failing test can show. */
export const told = (proof: Proof, outcome: Result['outcome']): readonly string[] =>
  proof.results.filter((result) => result.outcome === outcome).map(({ id, seen }) => `${id}: ${seen}`);
