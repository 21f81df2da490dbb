import { describe, expect, test } from 'bun:test';
import { parseCzk } from '../../src/core/money.ts';
import { createDocumentFiles } from '../../src/features/invoices/files.ts';
import { addReceipts, receiptEmail } from '../../src/features/invoices/order-receipts.ts';
import { toPdf } from '../../src/features/invoices/pdf.ts';
import type { Voucher, VoucherGift } from '../../src/features/shop/payment-ports.ts';
import { normalCode } from '../../src/features/shop/voucher-code.ts';
import type { Email, Mail } from '../../src/platform/mail/mail.ts';
import { createMail } from '../../src/platform/mail/smtp.ts';
import { waitAfter } from '../../src/platform/notices/notice.ts';
import { createNoticePost, createNotices } from '../../src/platform/notices/notices.ts';
import type { Log } from '../../src/platform/telemetry/log.ts';
import { sellerSchema } from '../../src/server/configuration/seller-config.ts';
import { noticeEmails } from '../../src/server/notice-emails.ts';
import { BUYER } from '../support/known-buyers.ts';
import { startMailServer } from '../support/mail-server.ts';
import { sessionEvent } from '../support/stripe-events.ts';
import { testPlatform } from '../support/test-platform.ts';
import { paymentsForEachTest } from './payments.fixture.ts';

const payments = paymentsForEachTest();

const anna = () => payments.service.anna;
const order = (body: object) => anna().ask('POST /api/orders', { body });

async function voucher(code: string, gift: VoucherGift): Promise<void> {
  const { stores, clock } = payments.service;
  const about = { hint: '', usesMax: 1, uses: 0, note: '', createdBy: 'test', createdAtMs: clock.nowMs() };
  const print = new Bun.CryptoHasher('sha256').update(`voucher ${normalCode(code)}`).digest('hex');
  const one: Voucher = { ...about, id: `vou_${code}`, gift, expiresAtMs: null, revokedAtMs: null };
  await stores.vouchers.add(one, print);
}

describe('an order by card', () => {
  test('asks Stripe for exactly what we sell, and leads back to the order', async () => {
    const { body } = await order({ offer: 'package-small', method: 'stripe' });

    expect(body.url).toBe(payments.stripe.sessions[0]!.url);
    expect(payments.stripe.sessions[0]!.asked).toMatchObject({
      mode: 'payment',
      client_reference_id: body.order.id,
      customer_email: 'anna@example.com',
      success_url: `https://boreal.example/orders/${body.order.id}`,
      cancel_url: `https://boreal.example/orders/${body.order.id}?left`,
      'metadata[order]': body.order.id,
      'payment_intent_data[metadata][order]': body.order.id,
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'czk',
      'line_items[0][price_data][unit_amount]': '20000',
      'line_items[0][price_data][product_data][name]': 'Boreal: balíček 1000000 tokenů',
    });
  });

  test('says that the provider failed when it did, and promises nothing', async () => {
    payments.stripe.breakWith(400);

    const { status, error } = await order({ offer: 'credit-100', method: 'stripe' });

    expect([status, error?.code]).toEqual([502, 'payment_provider_failed']);
    expect(JSON.stringify(error)).not.toContain('sk_test');
  });

  test.each([
    ['an unknown offer', { offer: 'credit-1', method: 'stripe' }, 'offer'],
    ['an amount of the page’s own', { offer: 'credit-100', method: 'stripe', czk: '1' }, 'czk'],
    ['an unknown way to pay', { offer: 'credit-100', method: 'cash' }, 'method'],
  ])('is refused with %s', async (_, body, param) => {
    const { status, error } = await order(body);

    expect([status, error?.param]).toEqual([400, param]);
  });

  test('of another account is as good as none', async () => {
    const { body } = await order({ offer: 'credit-100', method: 'bank' });

    expect((await payments.service.ben.ask('GET /api/orders/{id}', { id: body.order.id })).status).toBe(404);
    expect((await payments.service.ben.ask('GET /api/orders')).body.orders).toEqual([]);
  });

  test('cannot be made without end', async () => {
    const statuses: number[] = [];

    for (let at = 0; at < 31; at += 1) {
      statuses.push((await order({ offer: 'credit-100', method: 'bank' })).status);
    }

    expect([statuses.filter((one) => one === 200).length, statuses.at(-1)]).toEqual([30, 429]);
  });
});

describe('an order by bank transfer', () => {
  test('says how to pay, for people and for their bank', async () => {
    await anna().ask('PATCH /api/buyer', { body: BUYER });

    const { body } = await order({ offer: 'credit-500', method: 'bank' });

    expect(body).toMatchObject({ url: null, order: { status: 'open', czk: '500', vatId: 'CZ12345679' } });
    expect(body.order.bank).toEqual({
      iban: 'CZ6508000000192000145399',
      accountNumber: '19-2000145399/0800',
      name: 'Boreal s.r.o.',
      variableSymbol: '2026000001',
      message: 'Boreal 2026000001',
      code: 'SPD*1.0*ACC:CZ6508000000192000145399*AM:500.00*CC:CZK*MSG:BOREAL 2026000001*X-VS:2026000001',
    });
  });

  test('says it once by e-mail too, and an order by card does not', async () => {
    const { body } = await order({ offer: 'credit-500', method: 'bank' });
    await order({ offer: 'credit-500', method: 'stripe' });
    const { notices } = payments.service;

    await notices.deliver();
    await notices.deliver();

    expect(notices.emails.map(({ to }) => to)).toEqual(['anna@example.com']);
    expect(notices.emails[0]!.text).toContain(`https://boreal.example/orders/${body.order.id}`);
    expect(notices.calls).toEqual([]);
  });
});

test('orders and billing details are in the export of the account', async () => {
  await anna().ask('PATCH /api/buyer', { body: BUYER });
  const { body } = await order({ offer: 'credit-500', method: 'bank' });

  const file = (await (await anna().open('GET /api/account/export')).json()) as { orders: object[]; buyer: object };

  expect(file.orders).toMatchObject([{ id: body.order.id, czk: '500', vatId: 'CZ12345679', status: 'open' }]);
  expect(file.buyer).toMatchObject({ name: 'Ledovec s.r.o.', vatId: 'CZ12345679' });
});

describe('a voucher', () => {
  test('is redeemed as it was typed, once', async () => {
    await voucher('AB01-CD23-EF45-GH67', { kind: 'credit', amount: parseCzk('50') });

    const redeem = () => anna().ask('POST /api/vouchers/redeem', { body: { code: 'abol cd23 ef45 gh67' } });
    const [first, second] = [await redeem(), await redeem()];

    expect(first.body).toEqual({ gift: { kind: 'credit', czk: '50' } });
    expect([second.status, second.error?.code, await payments.gained(anna())]).toEqual([400, 'voucher_invalid', 50]);
  });

  test('cannot be guessed: after ten tries an account waits, with a good code too', async () => {
    await voucher('GOOD', { kind: 'credit', amount: parseCzk('50') });
    const tryCode = (code: string) => anna().ask('POST /api/vouchers/redeem', { body: { code } });

    for (let at = 0; at < 10; at += 1) expect((await tryCode(`WRONG${at}`)).error?.code).toBe('voucher_invalid');

    expect((await tryCode('GOOD')).error?.code).toBe('too_many_attempts');
    payments.service.clock.pass(3_600_001);
    expect((await tryCode('GOOD')).status).toBe(200);
  });
});

describe('a receipt', () => {
  test('is sent once by e-mail, in the language of the buyer, with number, amount and VAT ids', async () => {
    await using mailServer = await startMailServer();
    await anna().ask('PATCH /api/buyer', { body: BUYER });
    const { body } = await order({ offer: 'credit-1000', method: 'stripe' });
    const session = payments.stripe.sessions[0]!.id;
    await payments.tell(sessionEvent('evt_1', 'completed', { session, order: body.order.id, hellers: 100_000 }));
    const seller = sellerSchema.parse({ name: 'Prodejce s.r.o.', companyId: '27082440', vatId: 'CZ27082440' });
    const post = receiptPost({ seller }, createMail({ secure: false, ...JSON.parse(mailServer.setting) }));

    const sent = [await post.sweepAndDeliver(), await post.sweepAndDeliver()];

    expect(sent).toEqual([1, 0]);
    const email = mailServer.emails[0]!;
    expect(email.to).toEqual(['anna@example.com']);
    for (const part of [
      '1\u00a0000,00\u00a0Kč',
      '2026-00001',
      'DIČ: CZ12345679',
      'DIČ prodávajícího: CZ27082440',
      'Prodejce s.r.o.',
      `https://b.example/orders/${body.order.id}`,
      '15. listopadu 2026',
    ]) {
      expect(email.text).toContain(part);
    }
  });

  test('that the mail server does not take is tried again', async () => {
    await payForCredit();
    const emails: string[] = [];
    let isDown = true;
    const post = receiptPost(
      {},
      {
        kind: 'smtp' as const,
        send: async ({ to }: { readonly to: string }) => {
          if (isDown) throw new Error('down');
          emails.push(to);
        },
      },
    );

    await post.sweepAndDeliver();
    isDown = false;
    payments.service.clock.pass(waitAfter(1));
    await post.sweepAndDeliver();
    payments.service.clock.pass(waitAfter(1));
    await post.sweepAndDeliver();

    expect(emails).toEqual(['anna@example.com']);
  });

  test('leaves without the invoice where that cannot be drawn, and says where it is', async () => {
    await payForCredit();
    const [emails, errors]: [Email[], string[]] = [[], []];
    const mail = { kind: 'smtp' as const, send: async (email: Email) => void emails.push(email) };
    const log = { ...SILENT, error: (_: object, message: string) => void errors.push(message) };
    const post = receiptPost({ files: { pdf: () => Promise.reject(new Error('font')) } }, mail, log);

    const sent = await post.sweepAndDeliver();

    expect([sent, emails[0]!.files]).toEqual([1, undefined]);
    expect(emails[0]!.text).toContain('Doklad ve formátu PDF najdete na stránce objednávky:');
    expect(errors).toEqual(['the invoice of an order could not be drawn; its receipt is sent without it']);
  });
});

async function payForCredit(): Promise<void> {
  const { order: id, session } = await payments.buy(anna(), 'credit-100');
  await payments.tell(sessionEvent('evt_1', 'completed', { session, order: id }));
}

/** The sweep that writes receipts into the outbox, and the post that takes them to this mail server. */
function receiptPost(changed: Partial<Parameters<typeof receiptEmail>[1]>, mail: Mail, log: Log = SILENT) {
  const { stores, clock } = payments.service;
  const { orders, documents, outbox } = stores;
  const files = createDocumentFiles({ serviceName: 'Boreal' }, toPdf);
  const sources = { orders, documents, files, seller: null, ...changed };
  const notices = createNotices(outbox, { owner: true, operator: false, webhook: false }, SILENT);
  const platform = testPlatform(stores, { clock, log, mail, notices, origin: () => 'https://b.example' });
  const post = createNoticePost(platform, {
    outbox,
    operator: () => ({ email: '', language: 'en' }),
    emails: noticeEmails({ serviceName: 'Boreal' }, (paid) => receiptEmail(platform, sources, paid)),
  });
  return {
    sweepAndDeliver: async () => {
      await addReceipts(platform, orders);
      return post.deliver();
    },
  };
}

const SILENT = { info() {}, warn() {}, error() {} };
