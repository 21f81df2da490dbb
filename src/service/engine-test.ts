/** A tiny real completion, so that the operator sees an engine answer. It touches no account and no ledger. */
import type { ChatRequest } from '../domain/chat.ts';
import type { Model } from '../domain/model.ts';
import type { Clock, Engine } from '../domain/ports.ts';
import { NO_SPAN } from '../domain/trace.ts';

export type EngineTest = {
  readonly ok: boolean;
  /** What the engine said, or why it did not. */
  readonly text: string;
  readonly firstEventMs: number | null;
  readonly totalMs: number;
};

type EngineTestOrder = {
  readonly engine: Engine;
  readonly model: Pick<Model, 'id' | 'kind'> & { readonly engineModel?: string | undefined };
  readonly requestId: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
};

const TOKENS_MAX = 32;

export async function testEngine({ engine, model, requestId, clock, signal }: EngineTestOrder): Promise<EngineTest> {
  const startedAtMs = clock.monotonicMs();
  const elapsedMs = () => Math.round(clock.monotonicMs() - startedAtMs);
  const chat = testOf(model);
  let firstEventMs: number | null = null;
  let text = '';
  try {
    const request = { chat, maxOutputTokens: TOKENS_MAX, requestId, accountId: 'operator', span: NO_SPAN };
    const events = await engine.open(
      { ...request, ...(model.engineModel && { engineModel: model.engineModel }) },
      signal,
    );
    firstEventMs = elapsedMs();
    let hasEnded = false;
    for await (const together of events) {
      for (const event of together) {
        if (event.type === 'text' || event.type === 'reasoning') text += event.text;
        if (event.type === 'vector') text = `a vector of ${event.vector.length} numbers`;
        if (event.type === 'end') hasEnded = true;
      }
    }
    if (!hasEnded) return { ok: false, text: 'The answer broke off.', firstEventMs, totalMs: elapsedMs() };
    return { ok: true, text: text.trim(), firstEventMs, totalMs: elapsedMs() };
  } catch (thrown) {
    return { ok: false, text: reasonOf(thrown), firstEventMs, totalMs: elapsedMs() };
  }
}

const testOf = ({ id, kind }: EngineTestOrder['model']): ChatRequest =>
  kind === 'embedding'
    ? {
        model: id,
        messages: [],
        stream: false,
        includeUsage: false,
        embedding: { inputs: ['Hello'], encoding: 'float' },
      }
    : {
        model: id,
        messages: [{ role: 'user', content: 'Say hello in one short sentence.' }],
        stream: true,
        includeUsage: false,
      };

/** For the operator, who may see what customers may not. */
function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const cause = thrown.cause instanceof Error ? ` (${thrown.cause.message})` : '';
  return `${thrown.message}${cause}`;
}
