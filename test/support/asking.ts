/** One question to the service and everything that can be seen of its answer. */
import { expect } from 'bun:test';
import { createParser } from 'eventsource-parser';
import type { TestService } from './service.ts';

export type Form = 'json' | 'stream';
export const FORMS: readonly Form[] = ['json', 'stream'];

/** A text that an upstream may say and no caller may ever read. */
export const CANARY = 'CANARY-7f3a-upstream-words';

type ErrorSeen = {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;
};

export type Usage = {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  readonly cost_czk: string;
};

export type Seen = {
  readonly form: Form;
  readonly status: number;
  readonly headers: Headers;
  /** Every byte of the answer that the caller can read: head and body. */
  readonly everything: string;
  readonly body: string;
  /** The text of the answer, as far as it came. */
  readonly text: string;
  readonly finishReason: string | null;
  readonly usage: Usage | undefined;
  /** From the body of a refusal, or from the last frame of a stream. */
  readonly error: ErrorSeen | undefined;
  /** True where a stream was closed with its mark. */
  readonly isDone: boolean;
};

/** svc-frost: 5,000 nano-crowns for a token of input, 20,000 for one of output. */
const QUESTION = {
  model: 'svc-frost',
  messages: [{ role: 'user', content: 'Say something.' }],
  max_tokens: 1000,
};
export const costOf = (inputTokens: number, outputTokens: number): bigint =>
  BigInt(inputTokens) * 5_000n + BigInt(outputTokens) * 20_000n;

export const questionFor = (form: Form, extra: object = {}): object => ({
  ...QUESTION,
  ...(form === 'stream' && { stream: true, stream_options: { include_usage: true } }),
  ...extra,
});

export async function ask(service: Pick<TestService, 'post'>, form: Form, extra: object = {}): Promise<Seen> {
  return seen(await service.post(questionFor(form, extra)), form);
}

export async function seen(response: Response, form: Form): Promise<Seen> {
  const body = new TextDecoder().decode(await response.arrayBuffer());
  const head = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const common = {
    form,
    status: response.status,
    headers: response.headers,
    everything: `${response.status} ${response.statusText}\n${head}\n\n${body}`,
    body,
  };
  return isStream ? { ...common, ...streamSeen(body) } : { ...common, ...jsonSeen(body) };
}

type Part = Pick<Seen, 'text' | 'finishReason' | 'usage' | 'error' | 'isDone'>;

type Wire = {
  readonly choices?: readonly {
    readonly delta?: { readonly content?: string };
    readonly message?: { readonly content?: string | null };
    readonly finish_reason: string | null;
  }[];
  readonly usage?: Usage;
  readonly error?: ErrorSeen;
};

function jsonSeen(body: string): Part {
  const { choices, usage, error } = JSON.parse(body) as Wire;
  const [choice] = choices ?? [];
  return {
    text: choice?.message?.content ?? '',
    finishReason: choice?.finish_reason ?? null,
    usage,
    error,
    isDone: false,
  };
}

function streamSeen(body: string): Part {
  const events: string[] = [];
  createParser({ onEvent: (event) => events.push(event.data) }).feed(body);
  const isDone = events.at(-1) === '[DONE]';
  const chunks = (isDone ? events.slice(0, -1) : events).map((data) => JSON.parse(data) as Wire);
  return {
    text: chunks.map((chunk) => chunk.choices?.[0]?.delta?.content ?? '').join(''),
    finishReason: chunks.map((chunk) => chunk.choices?.[0]?.finish_reason).find((reason) => reason) ?? null,
    usage: chunks.findLast((chunk) => chunk.usage)?.usage,
    error: chunks.at(-1)?.error,
    isDone,
  };
}

/** A failure before the first event is a real status in both forms; nothing of the upstream is in it. */
export function expectRefusal(answer: Seen, expected: { status?: number; code: string; retryAfter?: string }): void {
  expect({ status: answer.status, code: answer.error?.code }).toEqual({
    status: expected.status ?? 502,
    code: expected.code,
  });
  if (answer.status === 502) {
    expect(answer.error?.type).toBe('upstream_error');
    expect(answer.headers.get('retry-after')).toBe(expected.retryAfter ?? '1');
  }
  expect(answer.headers.get('content-type')).toStartWith('application/json');
}

/** A failure after the first event: one error frame at the end, and no closing mark. */
export function expectBrokenStream(answer: Seen, code: string): void {
  expect({ status: answer.status, code: answer.error?.code, isDone: answer.isDone }).toEqual({
    status: 200,
    code,
    isDone: false,
  });
  expect(answer.error?.type).toBe('upstream_error');
  expect(answer.body).not.toContain('[DONE]');
  expect(answer.body.match(/"error":/g)).toHaveLength(1);
}

/** No word, header, address, key or model name of the upstream. */
export function expectNothingOfTheUpstream(answer: Seen, service: TestService): void {
  const secrets = [
    CANARY,
    'upstream-secret',
    `127.0.0.1:${service.upstream.port}`,
    String(service.upstream.port),
    'test-model',
  ];
  for (const secret of secrets) expect(answer.everything).not.toContain(secret);
  for (const header of ['x-canary', 'set-cookie', 'server', 'location', 'openai-organization', 'via']) {
    expect(answer.headers.get(header)).toBeNull();
  }
}

/** Runs a question and checks that it cost nothing and left nothing held. */
export async function askForNothing(service: TestService, form: Form, extra: object = {}): Promise<Seen> {
  const before = await service.stores.ledger.balanceOf(service.accountId, Date.now());
  const answer = await ask(service, form, extra);
  const after = await service.stores.ledger.balanceOf(service.accountId, Date.now());
  expect(after).toEqual({ ...before, held: 0n as typeof before.held });
  return answer;
}

/** Runs a question and returns what it cost; nothing may be left held. */
export async function askAndPay(
  service: TestService,
  form: Form,
  extra: object = {},
): Promise<{ readonly answer: Seen; readonly paid: bigint }> {
  const before = await service.stores.ledger.balanceOf(service.accountId, Date.now());
  const answer = await ask(service, form, extra);
  const after = await service.stores.ledger.balanceOf(service.accountId, Date.now());
  expect(after.held).toBe(0n as typeof after.held);
  return { answer, paid: before.credit - after.credit };
}
