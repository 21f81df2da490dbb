/** Charges for answers that were cut, or whose engine counts badly: never more than was sent, and not nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { askAndPay, costOf, FORMS, questionFor } from '../support/asking.ts';
import { expectLedgerInOrder, type RequestRow, requestRows, settledRows } from '../support/ledger-order.ts';
import { type Random, seeded } from '../support/random.ts';
import { rawAsk } from '../support/raw-asking.ts';
import { chunk, hang, type Script, sse, sseHead } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

const SEED = Number(process.env.SEED ?? 20261115);
const CUTS = 300;
const AT_ONCE = 20;
const INPUT = 12;
const PRICE = { input: 5_000, output: 20_000 };

type Kind = 'none' | 'continuous_usage_stats' | 'timings_per_token';
const KINDS: readonly Kind[] = ['none', 'continuous_usage_stats', 'timings_per_token'];

const services = new Map<Kind, TestService>();
beforeAll(async () => {
  const env = { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000' };
  for (const runningUsage of KINDS) {
    services.set(runningUsage, await startService({ engine: { runningUsage, thinking: 'off' }, env }));
  }
});
afterAll(async () => {
  for (const service of services.values()) {
    await expectLedgerInOrder(service.config.dataDir);
    await service.stop();
  }
});

/** One event of an engine: some text, and how many tokens it took to make. */
type Event = { readonly delta: object; readonly tokens: number };

/** Words, syllables, numbers, code, other scripts: of one token or of several. */
const TEXTS = [
  ' word',
  ' internationalization',
  'ing',
  '1',
  ' 2026',
  '\n\n',
  '    return x;',
  ' příliš žluť',
  ' 🌲',
  '東京',
];

function eventOf(random: Random): Event {
  const count = random.pick([1, 1, 1, 1, 2, 3, 8]);
  const text = Array.from({ length: count }, () => random.pick(TEXTS)).join('');
  const field = random.pick(['content', 'content', 'content', 'reasoning_content'] as const);
  // Every text is one token or more: spaces begin words, and words are not shared between tokens.
  const tokens = text.split(/(?=\s\S)/).length + random.integer(0, 2);
  return { delta: { [field]: text }, tokens: Math.max(tokens, count) };
}

const counted = (kind: Kind, tokens: number): object => {
  if (kind === 'continuous_usage_stats') return { usage: { prompt_tokens: INPUT, completion_tokens: tokens } };
  return kind === 'timings_per_token' ? { timings: { prompt_n: INPUT, predicted_n: tokens } } : {};
};

/** Sends these events, each with the count so far where the engine counts, and then waits. */
const scriptOf =
  (kind: Kind, events: readonly Event[]): Script =>
  (request) => {
    let tokens = 0;
    const steps = events.map((event, at) => {
      tokens += event.tokens;
      const last = at === events.length - 1 ? { id: 'the-last' } : {};
      return sse(chunk(request, event.delta, { ...last, ...counted(kind, tokens) }));
    });
    return [sseHead(), ...steps, hang()];
  };

const nonceOf = (body: unknown): number =>
  Number((body as { messages: { content: string }[] }).messages[0]!.content.replace('cut ', ''));

/** Reads until the whole has come or a random part of it, and leaves in a random way. */
async function cut(service: TestService, n: number, { random, events }: { random: Random; events: readonly Event[] }) {
  const messages = [{ role: 'user', content: `cut ${n}` }];
  const client = rawAsk(service, { ...questionFor('stream'), messages, max_tokens: 8000 });
  const whole = random.fraction() < 0.5;
  const frames = 1 + (whole ? events.length : random.integer(1, events.length));
  // One for each event, after one with the role.
  const written = () => client.text.split('data: ').length - 1;
  while (written() < frames) await client.hasBytes(client.bytesReceived + 1);
  // A turn of the server: it has read what is behind the last event.
  if (whole) await fetch(new URL('/healthz', service.url));
  const id = /x-request-id: (\S+)/i.exec(client.text)![1]!;
  if (random.fraction() < 0.5) client.reset();
  else client[Symbol.dispose]();
  return { id, whole };
}

describe.each(KINDS)(`${CUTS} random cuts, with runningUsage %s (seed ${SEED})`, (kind) => {
  test('are never charged more output than was sent, and exactly that where the engine counts', async () => {
    const service = services.get(kind)!;
    const random = seeded(SEED + KINDS.indexOf(kind));
    const answers = Array.from({ length: CUTS }, () =>
      Array.from({ length: random.integer(1, 60) }, () => eventOf(random)),
    );
    service.upstream.play((request) => scriptOf(kind, answers[nonceOf(request.body)]!));
    const before = requestRows(service.config.dataDir).length;

    const cuts: { readonly id: string; readonly whole: boolean; readonly sent: number }[] = [];
    for (let from = 0; from < CUTS; from += AT_ONCE) {
      const batch = Array.from({ length: AT_ONCE }, async (_, k) => {
        const events = answers[from + k]!;
        const left = await cut(service, from + k, { random: seeded(SEED * 1000 + from + k), events });
        cuts.push({ ...left, sent: events.reduce((sum, { tokens }) => sum + tokens, 0) });
      });
      await Promise.all(batch);
    }
    const rows = await settledRows(service.config.dataDir, before + CUTS);

    const byId = new Map<string, RequestRow>(rows.map((row) => [row.id, row]));
    for (const { id, whole, sent } of cuts) {
      const row = byId.get(id)!;
      const about = `seed ${SEED}, ${id}`;
      expect(row, about).toMatchObject({ state: 'settled', outcome: 'client-left' });
      expect(row.output_tokens!, about).toBeGreaterThan(0);
      expect(row.output_tokens!, about).toBeLessThanOrEqual(sent);
      expect(row.cost_nanos, about).toBe(row.input_tokens! * PRICE.input + row.output_tokens! * PRICE.output);
      if (whole && kind !== 'none') expect([row.input_tokens, row.output_tokens], about).toEqual([INPUT, sent]);
    }
    expect(cuts.filter(({ whole }) => whole).length).toBeGreaterThan(CUTS / 4);
  });
});

describe('a report that is out of date', () => {
  const WORDS = Array.from({ length: 200 }, (_, n) => ` word-${n}`);
  const ZERO = { usage: { prompt_tokens: INPUT, completion_tokens: 0 } };
  const stopped = (request: Parameters<typeof chunk>[0]) =>
    sse({ ...chunk(request, {}), choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });

  test.each(FORMS)('is not the bill for what came after it (%s)', async (form) => {
    const service = services.get('none')!;
    service.upstream.play((request) => [
      sseHead(),
      sse(chunk(request, { role: 'assistant', content: '' }, ZERO)),
      ...WORDS.map((content) => sse(chunk(request, { content }))),
      stopped(request),
      sse('[DONE]'),
    ]);

    const { answer, paid } = await askAndPay(service, form);

    expect(answer).toMatchObject({ text: WORDS.join(''), finishReason: 'stop' });
    expect(paid).toBe(costOf(INPUT, 200));
  });

  test.each(['once', 'always'])('of zero is not the bill for a client that left (%s)', async (how) => {
    const service = services.get('none')!;
    const before = requestRows(service.config.dataDir).length;
    service.upstream.play((request) => [
      sseHead(),
      sse(chunk(request, { role: 'assistant', content: '' }, ZERO)),
      ...WORDS.map((content) => sse(chunk(request, { content }, how === 'always' ? ZERO : {}))),
      hang(),
    ]);

    const client = rawAsk(service, questionFor('stream'));
    await client.hasText('word-199');
    client.reset();

    const row = (await settledRows(service.config.dataDir, before + 1)).at(-1);
    expect(row).toMatchObject({ outcome: 'client-left', input_tokens: INPUT, output_tokens: 200 });
  });

  test('of text that was kept back is not added to: the engine had counted it', async () => {
    await using service = await startService({ engine: { thinking: 'tags' } });
    service.upstream.play((request) => [
      sseHead(),
      sse(chunk(request, { content: '<thi' })),
      stopped(request),
      sse({ ...chunk(request, {}), choices: [], usage: { prompt_tokens: INPUT, completion_tokens: 1 } }),
      sse('[DONE]'),
    ]);

    const { answer, paid } = await askAndPay(service, 'stream');

    expect(answer.text).toBe('<thi');
    expect(paid).toBe(costOf(INPUT, 1));
  });
});
