/** Engines, the audit and the feed of requests, over HTTP. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { answerText } from '../../../test/support/scripted-upstream.ts';
import { type SettingsService, startSettings } from '../../../test/support/settings-service.ts';
import type { FeedEntry } from '../../features/overview/contract.ts';

let service: SettingsService;

beforeEach(async () => {
  service = await startSettings();
});
afterEach(() => service[Symbol.asyncDispose]());

let orders = 0;
const order = () => ({ id: `order-0000000000-${++orders}`, reason: 'maintenance' });
const chat = (content = 'a very private question') =>
  service.anna.open('POST /api/playground/completions', {
    body: { model: 'svc-glacier', messages: [{ role: 'user', content }] },
  });

describe('engines', () => {
  const engines = async () => (await service.olga.ask('GET /api/operator/engines')).body.engines;
  const try_ = (name: string, model: string) =>
    service.olga.ask('POST /api/operator/engines/{name}/test', { name, body: { model } });

  test('are shown with their health, models and load', async () => {
    await (await chat()).text();

    expect(await engines()).toMatchObject([
      { name: 'main', ok: true, isDraining: false, running: 0, queued: 0, answered: 1, failed: 0 },
    ]);
    expect((await engines())[0]!.models).toContain('svc-glacier');
  });

  test('answer a test that is free of charge, and its words are kept nowhere', async () => {
    const { body } = await try_('main', 'svc-glacier');

    expect(body.ok).toBe(true);
    expect(body.text.length).toBeGreaterThan(0);
    const { openHolds } = service.stores.ledger;
    expect((await openHolds()).count).toBe(0);
    expect(await service.db.sql.all('SELECT id FROM requests')).toEqual([]);
    const [action] = await service.stores.actionLog.actions({ rowsMax: 1 });
    expect(action).toMatchObject({ kind: 'engine', object: 'main', actor: 'olga@example.com' });
    expect(JSON.stringify(action)).not.toContain(body.text);
  });

  test('that fail a test say why', async () => {
    await service.upstream.stop();

    const { status, body } = await try_('main', 'svc-glacier');

    expect([status, body.ok]).toEqual([200, false]);
    expect(body.text).not.toBe('');
  });

  test.each([
    ['other', 'svc-glacier', 404],
    ['main', 'gpt-9', 400],
  ])('are not tested as %s with %s', async (name, model, status) => {
    expect((await try_(name, model)).status).toBe(status);
  });

  test('that are drained answer no request until they are used again, and the log has both', async () => {
    const set = (state: string) =>
      service.olga.ask('POST /api/operator/engines/{name}/drain', { name: 'main', body: { ...order(), state } });

    const drained = (await set('drained')).body.engines;
    const refused = (await chat()).status;
    await set('in-use');

    expect(drained).toMatchObject([{ name: 'main', isDraining: true }]);
    expect([refused, (await chat()).status]).toEqual([502, 200]);
    expect((await service.stores.actionLog.actions({ rowsMax: 5 })).map(({ after }) => after)).toEqual([
      { result: { state: 'in-use' } },
      { result: { state: 'drained' } },
    ]);
  });
});

describe('usage that cannot be true', () => {
  test('is not there where engines keep to the rules', async () => {
    await (await chat()).text();

    expect((await service.olga.ask('GET /api/operator/anomalies')).body).toEqual({ anomalies: [] });
  });

  test('is shown with its request, what was claimed and what was charged, the newest first', async () => {
    const ids: (string | null)[] = [];
    for (const prompt_tokens of [5000, -1]) {
      service.upstream.play(answerText('Hi', { rawUsage: { prompt_tokens, completion_tokens: 1 } }));
      const answer = await chat();
      await answer.text();
      ids.unshift(answer.headers.get('x-request-id'));
    }

    const { anomalies } = (await service.olga.ask('GET /api/operator/anomalies')).body;

    expect(anomalies.map(({ requestId }) => requestId)).toEqual(ids as string[]);
    expect(anomalies[1]).toMatchObject({ accountId: 'acc_anna', model: 'svc-glacier' });
    expect(JSON.parse(anomalies[1]!.details)).toMatchObject({
      what: 'impossible usage',
      claim: expect.stringContaining('5000'),
      charged: { outputTokens: 1 },
    });
    expect(JSON.parse(anomalies[1]!.details).charged.inputTokens).toBeLessThan(100);
  });
});

describe('the audit', () => {
  /** Asks until it has ended; the test's own time limit is the end of that. */
  async function audited() {
    await service.olga.ask('POST /api/operator/audit');
    for (;;) {
      const { body } = await service.olga.ask('GET /api/operator/audit');
      if (!body.running && body.last) return body.last;
    }
  }

  test('runs beside the server and its result stays', async () => {
    await (await chat()).text();

    const last = await audited();

    expect(last).toMatchObject({ ok: true, problems: [], actor: 'olga@example.com' });
    expect(last.checked.L1).toBeGreaterThan(0);
  });

  test('says what is broken', async () => {
    await service.db.sql.run("UPDATE pots SET balance = balance + 1 WHERE id = 'credit-acc_ben'");

    const last = await audited();

    expect(last.ok).toBe(false);
    expect(last.problems.join()).toContain('credit-acc_ben');
  });

  test('was never run on a new database', async () => {
    expect((await service.olga.ask('GET /api/operator/audit')).body).toEqual({ running: null, last: null });
  });
});

describe('the feed', () => {
  async function* entries(response: Response): AsyncGenerator<FeedEntry> {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const bytes of response.body!) {
      rest += decoder.decode(bytes, { stream: true });
      const lines = rest.split('\n');
      rest = lines.pop()!;
      for (const line of lines) if (line.startsWith('data: ')) yield JSON.parse(line.slice(6)) as FeedEntry;
    }
  }

  test('tells of requests that have ended, before and after it was opened, without a word of their content', async () => {
    await (await chat()).text();
    await using feed = entries(await service.olga.open('GET /api/operator/feed'));
    const first = (await feed.next()).value as FeedEntry;
    await (await chat()).text();
    const second = (await feed.next()).value as FeedEntry;

    for (const entry of [first, second]) {
      expect(entry).toMatchObject({ accountId: 'acc_anna', model: 'svc-glacier', status: 200 });
      expect(entry.outputTokens).toBeGreaterThan(0);
      expect(Number(entry.czk)).toBeGreaterThan(0);
    }
    expect(first.id).not.toBe(second.id);
    expect(JSON.stringify([first, second])).not.toContain('private');
  });

  test('ends when the server stops', async () => {
    const feed = entries(await service.olga.open('GET /api/operator/feed'));
    const next = feed.next();

    service.stopping.abort();

    expect((await next).done).toBe(true);
  });
});
