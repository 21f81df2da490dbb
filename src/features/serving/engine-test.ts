/** A tiny real completion, so that the operator sees an engine answer. It touches no account and no ledger. */

import type { ChatRequest } from '../../core/chat.ts';
import type { Engine } from '../../core/engine.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Model } from '../../core/model.ts';
import { NO_SPAN } from '../../core/trace.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import type { EngineTestView } from './contract.ts';

type EngineTest = {
  readonly engine: Engine;
  readonly model: Pick<Model, 'id' | 'kind'> & { readonly engineModel?: string | undefined };
  readonly requestId: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Takes the failure itself, with what was answered: for those who run the server. */
  readonly note?: (thrown: unknown) => void;
};

const TOKENS_MAX = 32;
/** An engine may ignore how many tokens it was asked for. */
const TEXT_CHARS_MAX = 500;

export async function testEngine({ engine, model, note, ...asked }: EngineTest): Promise<EngineTestView> {
  const { requestId, clock, signal } = asked;
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
    if (!hasEnded) return { ok: false, text: 'closed', firstEventMs, totalMs: elapsedMs() };
    return { ok: true, text: text.trim().slice(0, TEXT_CHARS_MAX), firstEventMs, totalMs: elapsedMs() };
  } catch (thrown) {
    note?.(thrown);
    return { ok: false, text: failureOf(thrown), firstEventMs, totalMs: elapsedMs() };
  }
}

const testOf = ({ id, kind }: EngineTest['model']): ChatRequest =>
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

/**
 * How it failed, in a word or a status. What was answered is not told: behind an address that is tried may be any service
 * of the operator's network, and who may try engines may not read what such services say.
 */
function failureOf(thrown: unknown): string {
  if (thrown instanceof DOMException && thrown.name === 'TimeoutError') return 'total-timeout';
  const how = thrown instanceof ServiceError ? thrown.details.engineFailure?.how : undefined;
  return how !== undefined && /^\d+$/.test(how) ? `status ${how}` : (how ?? 'unavailable');
}

/** The whole failure goes to the log of the server, where its operator finds what the engine said. */
export const noteFailure =
  (log: Pick<Log, 'warn'>, about: { readonly engine: string; readonly requestId: string }) =>
  (cause: unknown): void =>
    log.warn({ ...about, cause }, 'a test of an engine failed');
