/** Webhooks of customers, with a real receiver that checks the signature as the standard says. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { type SettingsService, startSettings } from '../../../test/support/settings-service.ts';
import { signatureOf, startReceiver, type WebhookCall } from '../../../test/support/webhook-receiver.ts';
import { waitAfter } from '../../platform/notices/notice.ts';
import { FAILING_MS_MAX, FAILURES_MAX, TEST_EVERY_MS, WEBHOOKS_MAX } from './rules.ts';

let service: SettingsService;
beforeEach(async () => {
  service = await startSettings();
});
afterEach(() => service[Symbol.asyncDispose]());

function expectSigned(call: WebhookCall, secret: string): void {
  expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64').length).toBe(32);
  expect(call.headers.get('webhook-id')).toMatch(/^msg_[\w-]{27}$/);
  expect(call.headers.get('webhook-signature')).toBe(signatureOf(call, secret));
}

const add = (body: unknown, visitor = service.anna) => visitor.ask('POST /api/webhooks', { body: body as never });
const list = async () => (await service.anna.ask('GET /api/webhooks')).body.webhooks;
const EVENTS = ['balance.low', 'limit.reached', 'key.expiring', 'batch.completed'];

/** A key of Anna that has just used up its limit. */
async function reachLimit() {
  const { body } = await service.anna.ask('POST /api/keys', { body: { name: 'ci' } });
  await service.spend(service.anna, { keyId: body.key.id });
  const { spentCzk } = (await service.anna.ask('GET /api/billing')).body;
  const limits = [{ unit: 'CZK', max: spentCzk, window: 'month' }];
  await service.anna.ask('PATCH /api/keys/{id}', { id: body.key.id, body: { limits } });
  await service.notices.addDue();
  return body.key.id;
}

describe('a webhook', () => {
  test('gets the events it wants, signed with the secret that was shown once', async () => {
    using receiver = startReceiver();
    using other = startReceiver();
    const { body } = await add({ url: receiver.url, events: ['limit.reached'] });
    await add({ url: other.url, events: ['balance.low'] });

    const keyId = await reachLimit();
    expect(await service.notices.deliverToEndpoints()).toBe(1);
    expect(await service.notices.deliverToEndpoints()).toBe(0);

    expect([receiver.calls.length, other.calls.length]).toEqual([1, 0]);
    expectSigned(receiver.calls[0]!, body.secret);
    expect(receiver.calls[0]!.headers.get('webhook-timestamp')).toMatch(/^17947404\d\d$/);
    expect(JSON.parse(receiver.calls[0]!.body)).toMatchObject({
      type: 'limit.reached',
      timestamp: expect.stringMatching(/^2026-11-15T11:0.*Z$/),
      data: {
        accountId: 'acc_anna',
        key: { id: keyId, name: 'ci' },
        percent: 100,
        unit: 'CZK',
        window: 'month',
        since: '2026-11-01',
      },
    });
    const [shown] = await list();
    expect(shown).toMatchObject({
      url: receiver.url,
      deliveries: [{ type: 'limit.reached', status: 204, attempts: 1 }],
    });
    expect(JSON.stringify(await list())).not.toContain(body.secret);
    const rows = await service.db.sql.all('SELECT sealed_secret FROM webhooks');
    expect(rows.some((row) => String(row.sealed_secret).includes(body.secret.slice(6)))).toBe(false);
  });

  test('is tested, and a call that failed is tried again with the same id, also by another server', async () => {
    using receiver = startReceiver();
    const { body } = await add({ url: receiver.url, events: EVENTS });
    const { id } = body.webhooks[0]!;
    receiver.answerWith(() => new Response(null, { status: 500 }));

    await service.anna.ask('POST /api/webhooks/{id}/test', { id });
    expect(await service.notices.deliverToEndpoints()).toBe(0);
    const failed = (await list())[0]!.deliveries;
    receiver.answerWith(() => new Response('ok'));
    service.clock.pass(waitAfter(1));
    expect(await service.notices.deliverToEndpoints()).toBe(1);

    expect(failed).toMatchObject([{ type: 'webhook.test', status: 500, arrivedAtMs: null, attempts: 1 }]);
    expect(failed[0]!.problem).toBe('The receiver answered with status 500.');
    expect((await list())[0]!.deliveries).toMatchObject([{ status: 200, problem: null, attempts: 2, nextAtMs: null }]);
    const ids = receiver.calls.map(({ headers }) => headers.get('webhook-id'));
    expect(new Set(ids).size).toBe(1);
    for (const call of receiver.calls) expectSigned(call, body.secret);
  });

  test('is not tested again at once: the second test is refused with a time to wait, and taken after it', async () => {
    using receiver = startReceiver();
    const { body } = await add({ url: receiver.url, events: EVENTS });
    const { id } = body.webhooks[0]!;
    await service.anna.ask('POST /api/webhooks/{id}/test', { id });

    const refused = await service.anna.ask('POST /api/webhooks/{id}/test', { id });
    service.clock.pass(TEST_EVERY_MS);
    const taken = await service.anna.ask('POST /api/webhooks/{id}/test', { id });

    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'too_many_attempts' } } });
    expect(taken.status).toBe(200);
    expect(await service.notices.deliverToEndpoints()).toBe(2);
  });

  test('that a server was about to call when it died is called by the next one', async () => {
    using receiver = startReceiver();
    const { body } = await add({ url: receiver.url, events: EVENTS });
    await reachLimit();
    const taken = await service.stores.outbox.claimEndpoints(service.clock.nowMs());

    expect(await service.notices.deliverToEndpoints()).toBe(0);
    service.clock.pass(waitAfter(1));
    expect(await service.notices.deliverToEndpoints()).toBe(1);

    expect([taken.length, receiver.calls.length]).toEqual([1, 1]);
    expectSigned(receiver.calls[0]!, body.secret);
  });

  test('that hangs is left, tried again, and delays no e-mail', async () => {
    using receiver = startReceiver();
    await add({ url: receiver.url, events: EVENTS });
    receiver.answerWith(() => new Promise<Response>(() => {}));
    await reachLimit();

    const [arrived, delivered] = await Promise.all([service.notices.deliverToEndpoints(), service.notices.deliver()]);

    expect([arrived, delivered, receiver.calls.length]).toEqual([0, 2, 1]);
    const [{ deliveries }] = (await list()) as [Awaited<ReturnType<typeof list>>[number]];
    expect(deliveries).toMatchObject([{ status: null, problem: 'There was no answer within 2 seconds.' }]);
    expect(deliveries[0]!.nextAtMs).not.toBeNull();
  });

  test('that redirects is not followed', async () => {
    using receiver = startReceiver();
    using elsewhere = startReceiver();
    const { body } = await add({ url: receiver.url, events: EVENTS });
    receiver.answerWith(() => Response.redirect(elsewhere.url, 307));

    await service.anna.ask('POST /api/webhooks/{id}/test', { id: body.webhooks[0]!.id });
    await service.notices.deliverToEndpoints();

    expect([receiver.calls.length, elsewhere.calls.length]).toEqual([1, 0]);
    expect((await list())[0]!.deliveries).toMatchObject([{ status: 307, arrivedAtMs: null }]);
  });

  test('that cannot be reached does not keep e-mails waiting', async () => {
    const gone = startReceiver();
    gone[Symbol.dispose]();
    await add({ url: gone.url, events: EVENTS });

    await reachLimit();
    await service.notices.deliver();
    expect(service.notices.emails).toHaveLength(1);
    await service.notices.deliverToEndpoints();

    expect((await list())[0]!.deliveries).toMatchObject([{ status: null, problem: expect.stringMatching(/./) }]);
  });

  test('that fails for a day is disabled with an e-mail, gets nothing, and is enabled again', async () => {
    using receiver = startReceiver();
    const { body } = await add({ url: receiver.url, events: EVENTS });
    const { id } = body.webhooks[0]!;
    receiver.answerWith(() => new Response(null, { status: 410 }));
    for (let failure = 1; failure <= FAILURES_MAX; failure++) {
      if (failure === FAILURES_MAX) service.clock.pass(FAILING_MS_MAX);
      service.clock.pass(10_000);
      await service.anna.ask('POST /api/webhooks/{id}/test', { id });
      await service.notices.deliverToEndpoints();
    }
    await service.notices.deliver();

    const [disabled] = await list();
    const refused = await service.anna.ask('POST /api/webhooks/{id}/test', { id });
    const called = receiver.calls.length;
    service.clock.pass(FAILING_MS_MAX);
    await service.notices.deliverToEndpoints();
    await service.anna.ask('POST /api/webhooks/{id}/enable', { id });
    receiver.answerWith(() => new Response('ok'));
    await service.anna.ask('POST /api/webhooks/{id}/test', { id });

    expect(disabled!.disabledAtMs).not.toBeNull();
    expect(refused.status).toBe(400);
    expect(service.notices.emails.map(({ to, subject }) => [to, subject])).toEqual([
      ['anna@example.com', 'Webhook ve službě Boreal je vypnutý'],
    ]);
    expect(receiver.calls.length).toBe(called);
    expect(await service.notices.deliverToEndpoints()).toBe(1);
  });

  test('whose secret cannot be opened any more has failed, and the others are called', async () => {
    using receiver = startReceiver();
    const { body } = await add({ url: receiver.url, events: EVENTS });
    await add({ url: receiver.url, events: EVENTS });
    const { id } = body.webhooks[0]!;
    await service.db.sql.run('UPDATE webhooks SET sealed_secret = ? WHERE id = ?', 'AAAA'.repeat(20), id);
    await reachLimit();

    expect(await service.notices.deliverToEndpoints()).toBe(1);

    const failed = (await list()).find((one) => one.id === id)!;
    expect(failed.deliveries).toMatchObject([{ status: null, problem: expect.stringMatching(/^Its secret/) }]);
  });

  test('is in the export of the account, without its secret', async () => {
    const url = 'http://127.0.0.1:9/';
    const { body } = await add({ url, events: EVENTS });

    const text = await (await service.anna.open('GET /api/account/export')).text();

    expect(JSON.parse(text).webhooks).toMatchObject([{ id: body.webhooks[0]!.id, url, events: EVENTS }]);
    expect(text).not.toContain(body.secret.slice(6));
  });

  test('is deleted with what waits for it, and is nothing to others', async () => {
    using receiver = startReceiver();
    const { body } = await add({ url: receiver.url, events: EVENTS });
    const { id } = body.webhooks[0]!;
    await service.anna.ask('POST /api/webhooks/{id}/test', { id });

    for (const what of ['test', 'enable', 'delete'] as const) {
      expect((await service.ben.ask(`POST /api/webhooks/{id}/${what}`, { id })).status).toBe(404);
    }
    const left = await service.anna.ask('POST /api/webhooks/{id}/delete', { id });

    expect(left.body.webhooks).toEqual([]);
    expect(await service.notices.deliverToEndpoints()).toBe(0);
    expect(receiver.calls).toEqual([]);
  });

  test('that is added, enabled or deleted is in the log of actions, without its secret and its path', async () => {
    const { body } = await add({ url: 'http://127.0.0.1:9/path-secret?query-secret', events: ['balance.low'] });
    const { id } = body.webhooks[0]!;
    await service.anna.ask('POST /api/webhooks/{id}/test', { id });
    await service.db.sql.run('UPDATE webhooks SET disabled_at_ms = 1');
    for (const what of ['enable', 'delete', 'delete'] as const) {
      await service.anna.ask(`POST /api/webhooks/{id}/${what}`, { id });
    }
    const refused = await service.ben.ask('POST /api/webhooks/{id}/delete', { id });

    const { actions } = (await service.olga.ask('GET /api/operator/actions')).body;

    const about = { actor: 'anna@example.com', accountId: 'acc_anna' };
    const shown = { origin: 'http://127.0.0.1:9', events: ['balance.low'] };
    const [enabled, disabled] = [false, true].map((isDisabled) => ({ ...shown, isDisabled }));
    expect(refused.status).toBe(404);
    expect(actions.map(({ kind, wanted, before, after }) => ({ kind, wanted, before, after }))).toEqual([
      { kind: 'remove-webhook', wanted: { kind: 'remove-webhook', webhookId: id }, before: enabled!, after: {} },
      { kind: 'enable-webhook', wanted: { kind: 'enable-webhook', webhookId: id }, before: disabled!, after: enabled! },
      { kind: 'add-webhook', wanted: { kind: 'add-webhook', webhookId: id, ...shown }, before: {}, after: enabled! },
    ]);
    for (const action of actions) expect(action).toMatchObject(about);
    for (const secret of [body.secret.slice(6), 'path-secret', 'query-secret', 'sealed']) {
      expect(JSON.stringify(actions)).not.toContain(secret);
    }
    expect((await service.audit()).problems).toEqual([]);
  });

  test(`is one of ${WEBHOOKS_MAX} at most, however many are added at once`, async () => {
    const body = { url: 'http://127.0.0.1:9/', events: EVENTS };

    const outcomes = await Promise.all(Array.from({ length: WEBHOOKS_MAX + 3 }, () => add(body)));

    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(WEBHOOKS_MAX);
    expect(await list()).toHaveLength(WEBHOOKS_MAX);
  });

  test.each([
    ['url', { url: 'ftp://example.com/', events: EVENTS }],
    ['url', { url: 'https://user:pass@example.com/', events: EVENTS }],
    ['url', { url: 'no address', events: EVENTS }],
    ['url', { url: 'http://192.0.2.1/', events: EVENTS }],
    ['events', { url: 'https://example.com/', events: [] }],
    ['events[0]', { url: 'https://example.com/', events: ['engine.down'] }],
    ['events', { url: 'https://example.com/', events: ['balance.low', 'balance.low'] }],
  ])('with a wrong %s is refused', async (param, body) => {
    const { status, error } = await add(body);

    expect([status, error?.param]).toEqual([400, param]);
  });
});
