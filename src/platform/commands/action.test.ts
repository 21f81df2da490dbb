/** The actions of the command line on the ledger, and what the log of operators says of them. */

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { type Storage as OpenStorage, openStorage } from '../../../test/support/ledger-fixture.ts';
import { testConfig } from '../../../test/support/test-config.ts';
import { fingerprint, testPlatform } from '../../../test/support/test-platform.ts';
import { planTokens, priceList, priceSet } from '../../features/catalogue/prices-commands.ts';
import { keyCreate } from '../../features/keys/commands.ts';
import { inviteCreate } from '../../features/organisations/commands.ts';
import { offerEnd, offerList, offerSet, offerWithdraw } from '../../features/shop/offers-commands.ts';
import { orderCancel, orderConfirm } from '../../features/shop/orders-commands.ts';
import { voucherCreate, voucherRevoke } from '../../features/shop/vouchers-commands.ts';
import { accountCreate, accountShow } from '../../server/commands/accounts.ts';
import type { Given } from '../../server/commands/ledger-commands.ts';
import { creditGrant } from '../../server/commands/money.ts';
import { logList, signUpSet, signUpShow } from '../../server/commands/service.ts';
import { accountResume, accountSignOut, accountSuspend } from '../../server/commands/standing.ts';
import { type Command, type Options, UsageError } from './command.ts';

type Needs = Pick<Given, 'config' | 'platform'> & { readonly stores: OpenStorage['stores'] };

let open: OpenStorage;
let needs: Needs;
beforeEach(async () => {
  open = await openStorage();
  const config = testConfig({ BOREAL_EMBEDDED: '{"enabled":false}' });
  needs = { stores: open.stores, config, platform: testPlatform(open.stores) };
});
afterEach(async () => {
  expect((await open.audit(Date.now())).problems).toEqual([]);
  await open[Symbol.asyncDispose]();
});

type Json = Readonly<Record<string, never>>;
const run = async (command: Command<Needs>, options: Options = {}) => (await command.run(options, needs)).json as Json;
const logged = async () => (await open.stores.actionLog.actions({ rowsMax: 20 })).toReversed();
const ACCOUNT = { account: 'eva@example.com' };
const WHY = { reason: 'because' };

describe('what the command line makes', () => {
  test('has a line in the log, by whom it was made and without any secret', async () => {
    const account = await run(accountCreate, { email: 'Eva@example.com', credit: '5' });
    const key = await run(keyCreate, {
      ...{ ...ACCOUNT, name: 'ci', limit: '3' },
      ...{ 'requests-per-minute': '30', 'tokens-per-minute': '20000' },
    });
    const invite = await run(inviteCreate, { email: 'op@example.com', role: 'operator' });
    const voucher = await run(voucherCreate, { czk: '10', uses: '2', note: 'autumn' });
    await run(voucherRevoke, { voucher: voucher.id! });

    const lines = await logged();

    expect(lines.map(({ kind, object, actor }) => [kind, object, actor])).toEqual([
      ['open-account', account.id!, 'cli'],
      ['grant', account.id!, 'cli'],
      ['make-key', account.id!, 'cli'],
      ['invite', invite.id!, 'cli'],
      ['voucher', voucher.id!, 'cli'],
      ['revoke-voucher', voucher.id!, 'cli'],
    ]);
    expect(lines[0]).toMatchObject({ before: {}, wanted: { email: 'eva@example.com' }, after: { creditCzk: '0' } });
    const limits = [
      { unit: 'CZK', window: 'total', max: '3' },
      { unit: 'requests', window: 'minute', max: '30' },
      { unit: 'tokens', window: 'minute', max: '20000' },
    ];
    const wanted = { name: 'ci', limits };
    expect(lines[2]).toMatchObject({ wanted, before: { key: null }, after: { key: key.id } });
    const token = new URL(String(invite.link)).searchParams.get('invitation')!;
    const written = JSON.stringify(lines);
    for (const secret of [String(key.secret), token, String(voucher.code)]) {
      expect(written).not.toContain(secret);
      expect(written).not.toContain(fingerprint(secret));
    }
  });

  test.each([
    ['an account', () => run(accountCreate, { email: 'new@example.com' }), 'accounts'],
    ['an invitation', () => run(inviteCreate), 'invitations'],
    ['a voucher', () => run(voucherCreate, { czk: '10' }), 'vouchers'],
    ['a key', () => run(keyCreate, { account: 'acc_1' }), 'api_keys'],
  ] as const)('is not there without its line: %s', async (_, make, table) => {
    await open.account();
    const count = async () => Number((await open.db.sql.one(`SELECT COUNT(*) AS n FROM ${table}`))!.n);
    const before = await count();
    await open.db.sql.run(
      "CREATE TRIGGER full BEFORE INSERT ON operator_actions BEGIN SELECT RAISE(ABORT, 'the log is full'); END",
    );

    await expect(make()).rejects.toThrow('the log is full');

    expect(await count()).toBe(before);
  });

  test('is not given twice under one id, nor to another account under the same', async () => {
    const [one, other] = [await open.account(), await open.account()];
    const grant = (account: string) => run(creditGrant, { account, czk: '5', id: 'invoice-1' });

    expect([(await grant(one.id)).repeated, (await grant(one.id)).repeated]).toEqual([false, true] as never[]);
    await expect(grant(other.id)).rejects.toBeInstanceOf(UsageError);
    expect((await logged()).length).toBe(1);
  });
});

describe('a bank order by command', () => {
  const order = async () => {
    const { id: accountId } = await open.account();
    const offer = { id: 'credit-5', kind: 'credit', amount: 5_000_000_000n as never } as const;
    const about = { id: 'ord_1', accountId, offer, method: 'bank', language: 'en', vatId: null } as const;
    return open.stores.orders.create({ ...about, createdAtMs: Date.now(), expiresAtMs: Date.now() + 60_000 });
  };

  test('is cancelled, and confirmed when its money comes all the same', async () => {
    const { variableSymbol } = await order();
    const named = { order: variableSymbol! };

    expect(await run(orderCancel, named)).toMatchObject({ status: 'expired' });
    await expect(run(orderConfirm, { ...named, czk: '4' })).rejects.toThrow('The order is for 5 CZK');
    expect(await run(orderConfirm, { ...named, czk: '5' })).toMatchObject({ status: 'paid', again: false });
    expect(await run(orderConfirm, { ...named, czk: '5' })).toMatchObject({ again: true });

    expect((await logged()).map(({ kind }) => kind)).toEqual(['cancel-order', 'confirm-order']);
  });
});

describe('the service by command', () => {
  test('suspends an account, lifts it, and signs its owner out', async () => {
    await run(accountCreate, { email: 'eva@example.com' });

    expect(await run(accountSuspend, { ...ACCOUNT, ...WHY })).toMatchObject({ status: 'suspended' });
    expect(await run(accountResume, { ...ACCOUNT, ...WHY })).toMatchObject({ status: 'active' });
    await run(accountSignOut, { ...ACCOUNT, ...WHY });

    expect((await logged()).map(({ kind }) => kind).slice(1)).toEqual(['suspend', 'resume', 'end-sessions']);
    await expect(run(accountSuspend, ACCOUNT)).rejects.toThrow('--reason is missing');
  });

  test('shows the limits of a minute of the owner, of the operator and of keys', async () => {
    const { id } = await run(accountCreate, { email: 'eva@example.com' });
    await run(keyCreate, { ...ACCOUNT, 'requests-per-minute': '7' });
    await open.stores.limits.set(id!, [{ unit: 'tokens', window: 'minute', max: 9000n }]);
    await open.stores.actionLog.act({
      ...{ id: 'contained', actor: 'olga', reason: 'contained', atMs: 1 },
      action: { kind: 'limit-account', accountId: id!, limits: [{ unit: 'requests', window: 'minute', max: 40n }] },
    });

    const { json, text } = await accountShow.run(ACCOUNT, needs);

    expect(json).toMatchObject({
      limits: [
        { unit: 'requests', window: 'minute', max: '40', setBy: 'operator' },
        { unit: 'tokens', window: 'minute', max: '9000', setBy: 'customer' },
      ],
      keys: [{ limits: [{ unit: 'requests', max: '7' }] }],
    });
    expect(text).toContain('\nlimit 40 requests a minute, by the operator\nlimit 9000 tokens a minute\n');
    expect(text).toContain('spent 0 CZK, at most 7 requests a minute');
  });

  test('publishes prices and tokens of plans, from now or from a date on', async () => {
    const price = { model: 'svc-frost', input: '12.5', output: '50', ...WHY };
    await run(priceSet, price);
    const planned = await run(priceSet, { ...price, 'cached-input': '1', from: '2090-01-01' });
    await run(planTokens, { plan: 'pro', tokens: '7', ...WHY });

    const { versions, plans } = (await run(priceList)) as unknown as { versions: object[]; plans: object[] };

    expect(planned).toMatchObject({ from: '2090-01-01T00:00:00.000Z' });
    expect(versions).toMatchObject([
      { id: 'svc-frost@1', czkPerMillion: { input: '12.5', cachedInput: '12.5', output: '50', reasoning: '50' } },
      { id: 'svc-frost@2', czkPerMillion: { cachedInput: '1' }, now: false },
    ]);
    expect(plans).toMatchObject([{ plan: 'pro', tokens: 7, by: 'cli' }]);
  });

  test('publishes what is sold, takes it off sale, and withdraws what has not begun', async () => {
    await run(offerSet, { item: 'plan-pro', czk: '59.90', ...WHY });
    await run(offerSet, { item: 'package-big', tokens: '5000000', czk: '150', days: '60', ...WHY });
    await run(offerSet, { item: 'amounts', czk: '100, 500', ...WHY });
    await run(offerSet, { item: 'any-amount', min: '50', max: '900', ...WHY });
    const planned = await run(offerEnd, { item: 'plan-pro', from: '2090-01-01', ...WHY });
    await run(offerWithdraw, { id: 'plan-pro@2', ...WHY });

    const { versions } = (await run(offerList)) as unknown as { versions: object[] };

    expect(planned).toMatchObject({ id: 'plan-pro@2', terms: null, from: '2090-01-01T00:00:00.000Z' });
    expect(versions).toMatchObject([
      { id: 'amounts@1', terms: { kind: 'amounts', czk: ['100', '500'] } },
      { id: 'any-amount@1', terms: { kind: 'any-amount', minCzk: '50', maxCzk: '900' } },
      { id: 'package-big@1', terms: { kind: 'package', tokens: 5_000_000, czk: '150', days: 60 } },
      { id: 'plan-pro@1', terms: { kind: 'plan', czk: '59.9' }, by: 'cli', withdrawn: false },
      { id: 'plan-pro@2', terms: null, withdrawn: true },
    ]);
  });

  test.each([
    [offerSet, { item: 'plan-team', czk: '50' }],
    [offerSet, { item: 'plan-pro', czk: '14.99' }],
    [offerSet, { item: 'plan-pro' }],
    [offerSet, { item: 'package-big', czk: '50', tokens: '5' }],
    [offerSet, { item: 'package-Big', czk: '50', tokens: '5', days: '5' }],
    [offerSet, { item: 'amounts', czk: '100,100.00' }],
    [offerSet, { item: 'any-amount', min: '100', max: '50' }],
    [offerSet, { item: 'plan-pro', czk: '50', from: '2020-01-01' }],
    [offerWithdraw, { id: 'plan-pro@7' }],
    [offerWithdraw, { id: 'plan-pro' }],
    [priceSet, { model: 'none', input: '1', output: '1' }],
    [priceSet, { model: 'svc-frost', input: '-1', output: '1' }],
    [priceSet, { model: 'svc-frost', input: '1', output: 'much' }],
    [priceSet, { model: 'svc-frost', input: '1', output: '1', from: '2020-01-01' }],
    [planTokens, { plan: 'pro', tokens: '1.5' }],
    [planTokens, { plan: 'gold', tokens: '5' }],
    [signUpSet, { mode: 'ajar' }],
    [logList, { rows: '0' }],
  ] as const)('refuses a mistake %#, and logs nothing', async (command, options) => {
    await expect(run(command, { ...options, ...WHY })).rejects.toBeInstanceOf(UsageError);

    expect(await logged()).toEqual([]);
  });

  test('says who may sign up, and gives it back to the default', async () => {
    expect(await run(signUpSet, { mode: 'closed', ...WHY })).toMatchObject({ mode: 'closed', isSet: true });
    expect(await run(signUpSet, { mode: 'default', ...WHY })).toMatchObject({ mode: 'open', isSet: false });
    expect(await run(signUpShow)).toEqual({
      mode: 'open',
      configured: 'open',
      isFromFile: false,
      isSet: false,
    } as never);
  });

  test('lists the log, newest first, as much as one wants', async () => {
    const { id: account } = await open.account();
    for (const reason of ['one', 'two', 'three']) await run(creditGrant, { account, czk: '1', reason });

    const { actions } = (await run(logList, { rows: '2', account })) as unknown as { actions: { reason: string }[] };

    expect(actions.map(({ reason }) => reason)).toEqual(['three', 'two']);
  });
});
