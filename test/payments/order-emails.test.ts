/** The e-mails to a customer about an order by bank transfer: how to pay it, and then the invoice. */
import { describe, expect } from 'bun:test';
import { inflateSync } from 'node:zlib';
import { encode } from 'uqr';
import { test } from '../support/databases.ts';
import { startMailServer } from '../support/mail-server.ts';
import { PASSWORD, type PageClient, pageClient } from '../support/page-client.ts';
import { pdfText } from '../support/pdf-text.ts';
import { startService, type TestService, until } from '../support/service.ts';
import { BANK } from './payments.fixture.ts';

type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** The steps of the server that send e-mails come round every few seconds. */
const TIMEOUT_MS = 600_000;
const HOUR_MS = 3_600_000;

const startSelling = (mail: MailServer): Promise<TestService> =>
  startService({ env: { BOREAL_SMTP: mail.setting, BOREAL_PAYMENTS: JSON.stringify({ bank: BANK }) } });

/** Signs up in a language, with the link that the mail server got. */
async function customerOf(service: TestService, mail: MailServer, language: 'cs' | 'en'): Promise<PageClient> {
  const client = pageClient(service);
  const about = { email: 'jana@example.com', password: PASSWORD };
  await client.post('/api/auth/sign-up/email', { ...about, name: 'Jana', language });
  await until('the link has arrived', () => mail.emails.length === 1);
  const link = new URL(/http:\S+verify-email\S+/.exec(mail.emails[0]!.text)![0]);
  await client.get(link.pathname + link.search);
  expect((await client.post('/api/auth/sign-in/email', about)).status).toBe(200);
  return client;
}

type Ordered = { readonly order: { readonly id: string; readonly bank: Readonly<Record<string, string>> } };

async function orderOf(client: PageClient): Promise<Ordered['order']> {
  const answer = await client.post('/api/orders', { offer: 'credit-1000', method: 'bank' });
  return (answer.json as unknown as Ordered).order;
}

describe('an order by bank transfer', () => {
  test(
    'sends how to pay it, with a QR code, in the language of the customer',
    async () => {
      await using mail = await startMailServer();
      await using service = await startSelling(mail);
      const client = await customerOf(service, mail, 'cs');

      const { id, bank } = await orderOf(client);
      await until('the payment details have arrived', () => mail.emails.length === 2);

      const email = mail.emails[1]!;
      expect(email.to).toEqual(['jana@example.com']);
      for (const line of [
        'Částka: 1\u00a0000,00\u00a0Kč',
        'Číslo účtu: 19-2000145399/0800',
        'IBAN: CZ65 0800 0000 1920 0014 5399',
        `Variabilní symbol: ${bank.variableSymbol}`,
        `Zpráva pro příjemce: Boreal ${bank.variableSymbol}`,
        `/orders/${id}`,
      ]) {
        expect(email.text).toContain(line);
      }
      const [code] = email.files;
      expect(code).toMatchObject({ type: 'image/png', name: 'qr-platba.png' });
      expect(email.html).toContain(`src="cid:${code!.cid}"`);
      expect(darkIn(code!.bytes)).toEqual(encode(bank.code!, { ecc: 'M', border: 4 }).data);
    },
    TIMEOUT_MS,
  );

  test(
    'that was paid sends the receipt with the invoice as PDF',
    async () => {
      await using mail = await startMailServer();
      await using service = await startSelling(mail);
      const client = await customerOf(service, mail, 'en');
      const { id } = await orderOf(client);

      const about = { by: 'order', orderId: id } as const;
      await service.stores.orders.apply(
        { id: `confirm/${id}`, kind: 'confirm', about },
        { actor: 'test', atMs: Date.now() },
      );
      const receipt = () => mail.emails.find(({ text }) => text.includes('Receipt number'));
      await until('the receipt has arrived', () => receipt() !== undefined);

      const number = /Receipt number: (\S+)/.exec(receipt()!.text)![1]!;
      expect(receipt()!.text).toContain('The invoice is attached as a PDF file.');
      const [file] = receipt()!.files;
      expect(file).toMatchObject({ type: 'application/pdf', name: `invoice-${number}.pdf` });
      expect(pdfText(file!.bytes)).toContain(number);
      expect(receipt()!.files).toHaveLength(1);
    },
    TIMEOUT_MS,
  );

  test(
    'is not without a receipt when the server ends while it sends that',
    async () => {
      await using mail = await startMailServer();
      await using service = await startSelling(mail);
      const client = await customerOf(service, mail, 'en');
      const { id } = await orderOf(client);
      await until('the payment details have arrived', () => mail.emails.length === 2);
      const letGo = mail.hold();

      const about = { by: 'order', orderId: id } as const;
      await service.stores.orders.apply(
        { id: `confirm/${id}`, kind: 'confirm', about },
        { actor: 'test', atMs: Date.now() },
      );
      await until('the receipt is on its way', () => mail.emails.length === 3);
      const waiting = await service.stores.outbox.claim(Date.now() + HOUR_MS);
      letGo();

      expect(waiting.map(({ notice, attempts }) => [notice.id, attempts])).toEqual([[`order.paid/${id}`, 2]]);
    },
    TIMEOUT_MS,
  );
});

const PNG_SCALE = 8;

/** The modules of a QR code: of a picture with one bit for each dot, white where it is set. */
function darkIn(png: Uint8Array): boolean[][] {
  const bytes = Buffer.from(png);
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  const width = bytes.readUInt32BE(16);
  const start = bytes.indexOf('IDAT');
  const rows = inflateSync(bytes.subarray(start + 4, start + 4 + bytes.readUInt32BE(start - 4)));
  const stride = 1 + Math.ceil(width / 8);
  const at = (x: number, y: number) => ((rows[y * stride + 1 + (x >> 3)]! >> (7 - (x & 7))) & 1) === 0;
  const count = width / PNG_SCALE;
  const line = Array.from({ length: count }, (_, module) => module * PNG_SCALE + PNG_SCALE / 2);
  return line.map((y) => line.map((x) => at(x, y)));
}
