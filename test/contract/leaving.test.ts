/** The client leaves: the upstream is stopped at once, and input and the output so far are charged. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { ask, costOf, FORMS, type Form, questionFor } from '../support/asking.ts';
import { expectLedgerInOrder, requestRows, settledRows } from '../support/ledger-order.ts';
import { rawAsk } from '../support/raw-asking.ts';
import { RawClient } from '../support/raw-client.ts';
import {
  answerText,
  chunk,
  everyMs,
  FLOOD_ENV,
  flood,
  hang,
  head,
  type Script,
  sse,
  sseHead,
  type UpstreamRequest,
} from '../support/scripted-upstream.ts';
import { startService, type TestService, until } from '../support/service.ts';

let service: TestService;
const rejections: unknown[] = [];
const noteRejection = (reason: unknown) => rejections.push(reason);
beforeAll(async () => {
  process.on('unhandledRejection', noteRejection);
  service = await startService({
    engine: { runningUsage: 'continuous_usage_stats' },
    env: { ...FLOOD_ENV, BOREAL_LIMITS_REQUESTS_PER_MINUTE: '100000' },
  });
});
afterAll(async () => {
  expect(rejections).toEqual([]);
  process.off('unhandledRejection', noteRejection);
  await expectLedgerInOrder(service.config.dataDir);
  await service.stop();
});

type Leaver = { readonly client: ReturnType<typeof rawAsk>; leave(): void };
type Leaving = (question: object) => Leaver;

const WAYS: Record<string, Leaving> = {
  'closes the connection': (question) => leaver(question, (client) => client[Symbol.dispose]()),
  'resets the connection': (question) => leaver(question, (client) => client.reset()),
  'half-closes the connection': (question) => leaver(question, (client) => client.halfClose()),
};

function leaver(question: object, how: (client: Leaver['client']) => void): Leaver {
  const client = rawAsk(service, question);
  return { client, leave: () => how(client) };
}

const PROMISED_MS = 250;

/** The one wall-clock bound: what a client's leaving costs the operator is promised to end this soon. */
async function expectPromptClose(request: UpstreamRequest): Promise<void> {
  const late = Promise.withResolvers<string>();
  const timer = setTimeout(() => late.resolve(`still open after ${PROMISED_MS} ms`), PROMISED_MS);
  expect(await Promise.race([request.closed, late.promise])).toBe('peer');
  clearTimeout(timer);
}

/** Runs what leads to one more outcome in the ledger, and returns that outcome. */
async function outcomeOf(happening: () => Promise<void>) {
  const before = requestRows(service.config.dataDir).length;
  await happening();
  return (await settledRows(service.config.dataDir, before + 1)).at(-1);
}

const USED = (output: number) => ({ prompt_tokens: 12, completion_tokens: output, total_tokens: 12 + output });
const counting =
  (words: readonly string[]): Script =>
  (request) => [
    sseHead(),
    sse(chunk(request, { role: 'assistant', content: '' }, { usage: USED(0) })),
    ...words.map((content, at) => sse(chunk(request, { content }, { usage: USED(at + 1) }))),
    hang(),
  ];

describe.each(Object.entries(WAYS))('a client that %s', (_name, arrive) => {
  test.each(FORMS)('while it waits for the first byte (%s): the input is charged, by our own count', async (form) => {
    service.upstream.play(hang());

    const row = await outcomeOf(async () => {
      const { leave } = arrive(questionFor(form));
      const request = await service.upstream.nextRequest();
      leave();
      await expectPromptClose(request);
    });

    expect(row).toMatchObject({ state: 'settled', outcome: 'client-left', input_tokens: 8, output_tokens: 0 });
    expect(row?.cost_nanos).toBe(Number(costOf(8, 0)));
    expect((await service.stores.ledger.balanceOf(service.accountId, Date.now())).held).toBe(0n as never);
  });

  test('in the middle of a stream, while the upstream is silent: exactly what was counted so far is charged', async () => {
    service.upstream.play(counting(['one', ' two', ' three']));

    const row = await outcomeOf(async () => {
      const { client, leave } = arrive(questionFor('stream'));
      await client.hasText(' three');
      const request = await service.upstream.nextRequest();
      expect(request.body).toMatchObject({ stream_options: { include_usage: true, continuous_usage_stats: true } });
      leave();
      await expectPromptClose(request);
    });

    expect(row).toMatchObject({ state: 'settled', outcome: 'client-left', input_tokens: 12, output_tokens: 3 });
    expect(row?.cost_nanos).toBe(Number(costOf(12, 3)));
  });

  test('is information in the log, and no error', async () => {
    const lines = service.log.length;
    service.upstream.play(counting(['one', ' two', ' three']));

    const row = await outcomeOf(async () => {
      const { client, leave } = arrive(questionFor('stream'));
      await client.hasText(' three');
      leave();
    });
    await until('the log has it', () => service.log.slice(lines).some(({ requestId }) => requestId === row?.id));

    const about = service.log.slice(lines).map(({ level, message, requestId }) => ({ level, message, requestId }));
    expect(about).toEqual([{ level: 'info', message: 'a client has left its stream', requestId: row?.id }]);
  });

  test('in the middle of a JSON answer that the upstream is still writing', async () => {
    service.upstream.play([head(200, { 'content-type': 'application/json', 'content-length': '9999' }), hang()]);

    const row = await outcomeOf(async () => {
      const { leave } = arrive(questionFor('json'));
      const request = await service.upstream.nextRequest();
      leave();
      await expectPromptClose(request);
    });

    expect(row).toMatchObject({ state: 'settled', outcome: 'client-left', output_tokens: 0 });
  });

  test('in the middle of a flood that it does not read', async () => {
    service.upstream.play(flood({ totalBytes: Number.POSITIVE_INFINITY, eventBytes: 1000 }));

    const row = await outcomeOf(async () => {
      const { client, leave } = arrive(questionFor('stream'));
      await client.hasText('"content":"x');
      client.stall();
      const request = await service.upstream.nextRequest();
      leave();
      // Without the bound: here the test itself keeps the processor busy.
      expect(await request.closed).toBe('peer');
    });

    expect(row).toMatchObject({ state: 'settled', outcome: 'client-left' });
    // How much of the flood was read before the client had gone is chance; more than the limit is never charged.
    expect(row?.output_tokens).toBeWithin(1, 1001);
  });

  test('in the middle of a stream that it reads slowly', async () => {
    const words = Array.from({ length: 500 }, (_, n) => ` word-${n}`);
    service.upstream.play([everyMs(5), counting(words)]);

    const row = await outcomeOf(async () => {
      const { client, leave } = arrive(questionFor('stream'));
      await client.hasText(' word-3');
      client.stall();
      const request = await service.upstream.nextRequest();
      await until('more has come than was read', () => request.sentEvents > 15);
      leave();
      await expectPromptClose(request);
    });

    expect(row).toMatchObject({ state: 'settled', outcome: 'client-left', input_tokens: 12 });
    expect(row?.output_tokens).toBeWithin(10, 500);
  });
});

test.each(FORMS)('a client that aborts its fetch (%s) is charged for what was done', async (form) => {
  service.upstream.play(form === 'stream' ? counting(['one', ' two']) : hang());
  const abort = new AbortController();

  const row = await outcomeOf(async () => {
    const answer = service.post(questionFor(form), { signal: abort.signal });
    const request = await service.upstream.nextRequest();
    if (form === 'stream') {
      const reader = (await answer).body!.getReader();
      let text = '';
      while (!text.includes(' two')) text += new TextDecoder().decode((await reader.read()).value);
    }
    abort.abort();
    if (form === 'json') await expect(answer).rejects.toThrow();
    await expectPromptClose(request);
  });

  expect(row).toMatchObject({ outcome: 'client-left', output_tokens: form === 'stream' ? 2 : 0 });
});

test('the official client leaves its loop: the upstream is stopped', async () => {
  service.upstream.play(counting(['one', ' two', ' three']));

  const row = await outcomeOf(async () => {
    const stream = await service.client().chat.completions.create({
      ...(questionFor('json') as { model: string; messages: { role: 'user'; content: string }[] }),
      stream: true,
    });
    for await (const part of stream) if (part.choices[0]?.delta.content === ' two') break;
    await expectPromptClose(await service.upstream.nextRequest());
  });

  expect(row).toMatchObject({ state: 'settled', outcome: 'client-left', input_tokens: 12 });
  expect(row?.output_tokens).toBeWithin(2, 4);
});

test('without a running count the pieces are counted', async () => {
  service.upstream.play((request) => [
    sseHead(),
    ...['one', ' two', ' three'].map((content) => sse(chunk(request, { content }))),
    hang(),
  ]);

  const row = await outcomeOf(async () => {
    const client = rawAsk(service, questionFor('stream'));
    await client.hasText(' three');
    client.reset();
  });

  expect(row).toMatchObject({ outcome: 'client-left', input_tokens: 8, output_tokens: 3 });
});

test('a client that leaves after the whole answer changes nothing', async () => {
  service.upstream.play(answerText('whole', { usage: { prompt_tokens: 5, completion_tokens: 1 } }));

  const row = await outcomeOf(async () => {
    using client = rawAsk(service, questionFor('stream'));
    await client.hasText('[DONE]');
    client.reset();
  });

  expect(row).toMatchObject({ outcome: 'finished', input_tokens: 5, output_tokens: 1 });
});

test('a client that leaves before its request is whole costs nothing and reaches no upstream', async () => {
  const before = { rows: requestRows(service.config.dataDir).length, requests: service.upstream.requests.length };
  service.upstream.play(answerText('served'));
  const client = new RawClient(service.port);
  client.send(`POST /v1/chat/completions HTTP/1.1\r\nhost: boreal\r\nauthorization: Bearer ${service.key}\r\n`);
  client.send('content-type: application/json\r\ncontent-length: 500\r\n\r\n{"model":"svc-frost",');
  client.halfClose();
  await client.over;

  expect((await ask(service, 'json')).text).toBe('served');

  expect(requestRows(service.config.dataDir).length).toBe(before.rows + 1);
  expect(service.upstream.requests.length).toBe(before.requests + 1);
});

const formFor = (n: number): Form => (n % 5 === 0 ? 'json' : 'stream');

test('after 500 that left, nothing is open, nothing is held, and the service serves', async () => {
  service.upstream.play((request) =>
    (request.body as { stream: boolean }).stream ? counting(['one', ' two']) : hang(),
  );
  const idle = service.upstream.openConnections;
  const before = requestRows(service.config.dataDir).length;

  for (let batch = 0; batch < 20; batch++) {
    await Promise.all(
      Array.from({ length: 25 }, async (_, n) => {
        const client = rawAsk(service, questionFor(formFor(n)));
        if (formFor(n) === 'stream') await client.hasText(' two');
        else await until('the upstream was asked', () => service.upstream.openConnections >= 1);
        if (n % 2 === 0) client.reset();
        else client[Symbol.dispose]();
      }),
    );
  }
  await until('every upstream connection is closed', () => service.upstream.openConnections <= idle);
  service.upstream.play(answerText('still here'));

  expect((await ask(service, 'stream')).text).toBe('still here');
  const rows = (await settledRows(service.config.dataDir, before + 400)).slice(before);
  expect(rows.filter((row) => row.outcome === 'client-left').length).toBeGreaterThanOrEqual(400);
  expect((await service.stores.ledger.balanceOf(service.accountId, Date.now())).held).toBe(0n as never);
});
