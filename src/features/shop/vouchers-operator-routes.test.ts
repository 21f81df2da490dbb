import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { NOON } from '../../../test/support/ledger-fixture.ts';
import { type SettingsService, startSettings } from '../../../test/support/settings-service.ts';

let service: SettingsService;
beforeEach(async () => {
  service = await startSettings();
});
afterEach(() => service[Symbol.asyncDispose]());

let orders = 0;
const order = (reason = 'for the conference') => ({ id: `order-0000000000-${++orders}`, reason });
const CREDIT = { kind: 'credit', czk: '100' } as const;
const make = (wish: object = {}) =>
  service.olga.ask('POST /api/operator/vouchers', {
    body: { ...order(), gift: CREDIT, usesMax: 1, expiresAtMs: null, ...wish },
  });
const list = async (search?: string) =>
  (await service.olga.ask('GET /api/operator/vouchers', { query: search === undefined ? {} : { search } })).body;
const redeem = (code: string | null) => service.anna.ask('POST /api/vouchers/redeem', { body: { code } });
const logged = () => service.stores.actionLog.actions({ rowsMax: 10 });

describe('a voucher', () => {
  test.each([
    ['credit', CREDIT],
    ['package', { kind: 'package', tokens: 5000, days: 30 }],
    ['plan', { kind: 'plan', plan: 'pro', months: 2 }],
  ] as const)('of the kind %s is made, redeemed and listed as used', async (_kind, gift) => {
    const { code, voucher } = (await make({ gift })).body;

    expect((await redeem(code)).body.gift).toEqual(gift);
    expect((await list()).vouchers).toMatchObject([
      { id: voucher.id, gift, uses: 1, usesMax: 1, note: 'for the conference', createdBy: 'olga@example.com' },
    ]);
    expect((await service.audit()).problems).toEqual([]);
  });

  test('is in the log without its code or anything by which it could be found', async () => {
    const { code, voucher } = (await make({ usesMax: 3 })).body;

    const [action] = await logged();

    expect(action).toMatchObject({ kind: 'voucher', object: voucher.id, actor: 'olga@example.com', before: {} });
    expect(action?.wanted).toMatchObject({ usesMax: 3, gift: { kind: 'credit' } });
    const row = await service.db.sql.one('SELECT fingerprint FROM vouchers');
    for (const secret of [code!, code!.replaceAll('-', ''), String(row!.fingerprint)]) {
      expect(JSON.stringify(action)).not.toContain(secret);
    }
  });

  test('is made once, however often the button is pressed, and its code is shown once', async () => {
    const about = order();

    const made = await Promise.all([1, 2, 3].map(() => make(about)));

    expect((await list()).vouchers.length).toBe(1);
    expect(new Set(made.map(({ body }) => body.voucher.id)).size).toBe(1);
    expect(made.filter(({ body }) => body.code !== null).length).toBe(1);
  });

  test('and its line in the log are there together or not at all', async () => {
    await service.db.sql.run(
      "CREATE TRIGGER full BEFORE INSERT ON operator_actions BEGIN SELECT RAISE(ABORT, 'the log is full'); END",
    );

    expect((await make()).status).toBe(502);
    expect((await list()).vouchers).toEqual([]);
  });

  test('that is withdrawn cannot be used', async () => {
    const { code, voucher } = (await make()).body;

    const done = await service.olga.ask('POST /api/operator/vouchers/{id}/revoke', { id: voucher.id, body: order() });

    expect(done.body.action).toMatchObject({
      kind: 'revoke-voucher',
      object: voucher.id,
      before: { revoked: false },
      after: { revoked: true },
    });
    expect((await redeem(code)).error?.code).toBe('voucher_invalid');
    expect((await list()).vouchers[0]?.revokedAtMs).toBeGreaterThanOrEqual(NOON);
  });

  test('that does not exist is not withdrawn', async () => {
    const { status } = await service.olga.ask('POST /api/operator/vouchers/{id}/revoke', { id: 'x', body: order() });

    expect(status).toBe(404);
    expect(await logged()).toEqual([]);
  });

  test.each([
    ['nothing', { gift: { kind: 'credit', czk: '0' } }, 'gift.czk'],
    ['less than nothing', { gift: { kind: 'credit', czk: '-5' } }, 'gift.czk'],
    ['no use', { usesMax: 0 }, 'usesMax'],
    ['a kind that is none', { gift: { kind: 'love' } }, 'gift.kind'],
    ['days of another kind', { gift: { ...CREDIT, days: 3 } }, 'gift'],
    ['a time that has passed', { expiresAtMs: NOON - 1 }, 'expiresAtMs'],
    ['no reason', { reason: ' ' }, 'reason'],
  ])('is not made of %s', async (_what, wish, param) => {
    const { status, error } = await make(wish);

    expect([status, error?.param]).toEqual([400, param]);
    expect((await list()).vouchers).toEqual([]);
  });
});

describe('the list of vouchers', () => {
  test('is searched by code, by its end, by id and by note', async () => {
    await make(order('for the school'));
    const { code, voucher } = (await make(order('100% off_spring'))).body;

    for (const search of [code!, code!.toLowerCase(), voucher.hint, voucher.id, '% OFF_', 'spring']) {
      expect((await list(search)).vouchers.map(({ id }) => id)).toEqual([voucher.id]);
    }
    expect((await list('for the')).vouchers.length).toBe(1);
    expect((await list('nothing')).vouchers).toEqual([]);
  });

  test('goes on page by page, the newest first, each once', async () => {
    for (let i = 0; i < 60; i += 1) await make();

    const first = await list();
    const second = (await service.olga.ask('GET /api/operator/vouchers', { query: { after: first.next! } })).body;

    const all = [...first.vouchers, ...second.vouchers];
    expect([first.vouchers.length, second.vouchers.length, second.next]).toEqual([50, 10, null]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(60);
    expect(all.map(({ createdAtMs }) => createdAtMs)).toEqual(
      all.map(({ createdAtMs }) => createdAtMs).toSorted((a, b) => b - a),
    );
  });
});
