/** Shared parts of the tests with real clients. */
import { expect } from 'bun:test';
import type OpenAI from 'openai';
import { audit } from '../../src/ledger/audit/audit.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { openDatabase } from '../../src/platform/database/database-place.ts';
import { ledgerPlace } from '../../src/server/ledger-place.ts';
import type { TestService } from '../support/service.ts';

type ChatOrder = OpenAI.ChatCompletionCreateParamsNonStreaming;

export const HELLO = [{ role: 'user' as const, content: 'Hello' }];

/** Every model of both variants, with what 160 fresh, 40 cached and 7 written tokens cost there. */
export const MODELS = [
  { catalogue: 'A', model: 'svc-frost', isReasoning: false, costCzk: '0.00099', maxTokens: 8192 },
  { catalogue: 'A', model: 'svc-glacier', isReasoning: false, costCzk: '0.00495', maxTokens: 8192 },
  { catalogue: 'A', model: 'svc-polaris', isReasoning: true, costCzk: '0.01188', maxTokens: 32_000 },
  { catalogue: 'B', model: 'svc-1', isReasoning: false, costCzk: '0.00198', maxTokens: 8192 },
  { catalogue: 'B', model: 'svc-1-think', isReasoning: true, costCzk: '0.00792', maxTokens: 32_000 },
] as const;

export const PRICED_USAGE = {
  prompt_tokens: 200,
  completion_tokens: 7,
  prompt_tokens_details: { cached_tokens: 40 },
  completion_tokens_details: { reasoning_tokens: 3 },
};

export const CITY_SCHEMA = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};

export const toolNamed = (name: string) => ({
  type: 'function' as const,
  function: { name, description: `Returns the ${name} of a city`, parameters: CITY_SCHEMA },
});

/** A request with fields that the client's own types do not know, or without ones that they demand. */
export const orderOf = (body: object): ChatOrder => body as ChatOrder;

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** The request to the upstream, the last or the n-th. */
export function asked(service: TestService, n = -1): Record<string, unknown> {
  return service.upstream.requests.at(n)?.body as Record<string, unknown>;
}

/** The amount that the account has paid, and what is still held. */
export async function paid(service: TestService): Promise<{ readonly spent: bigint; readonly held: bigint }> {
  const { spent, held } = await service.stores.ledger.balanceOf(service.accountId, Date.now());
  return { spent, held };
}

/** Every figure of the ledger follows from its journal. */
export async function expectRightLedger(service: TestService): Promise<void> {
  const database = openDatabase(ledgerPlace(service.config));
  try {
    expect((await audit(database, Date.now())).problems).toEqual([]);
  } finally {
    await database.close();
  }
}

/** The error that a promise was rejected with, or a failure of the test when it was not. */
export async function rejection(promise: PromiseLike<unknown>): Promise<Error & Record<string, unknown>> {
  try {
    await promise;
  } catch (thrown) {
    return thrown as Error & Record<string, unknown>;
  }
  throw new Error('It was expected to be rejected.');
}

export type Waits = Disposable & {
  /** Give this to the client: it learns from the answers which waits the client is going to take. */
  readonly fetch: typeof fetch;
  /** The waits that the client took, in order. */
  readonly tookMs: readonly number[];
};

/**
 * Lets the waits that `retry-after` or `retry-after-ms` asks for pass at once, for the client and for the service's clock
 * alike. Any other wait is a real one, and is not in the list.
 */
export function skipWaits(): Waits {
  const { setTimeout } = globalThis;
  const { monotonicMs } = systemClock;
  const clock = systemClock as { monotonicMs: () => number };
  const told = new Set<number>();
  const tookMs: number[] = [];
  let skippedMs = 0;

  clock.monotonicMs = () => monotonicMs() + skippedMs;
  globalThis.setTimeout = ((run: () => void, ms?: number) => {
    if (ms === undefined || !told.has(ms)) return setTimeout(run, ms);
    told.clear();
    skippedMs += ms;
    tookMs.push(ms);
    return setTimeout(run, 0);
  }) as typeof globalThis.setTimeout;

  const listening = async (...call: Parameters<typeof fetch>): Promise<Response> => {
    const response = await fetch(...call);
    const { headers } = response;
    if (headers.has('retry-after-ms')) told.add(Number(headers.get('retry-after-ms')));
    if (headers.has('retry-after')) told.add(Number(headers.get('retry-after')) * 1000);
    return response;
  };
  return {
    fetch: Object.assign(listening, { preconnect: fetch.preconnect }),
    tookMs,
    [Symbol.dispose]() {
      globalThis.setTimeout = setTimeout;
      clock.monotonicMs = monotonicMs;
    },
  };
}
