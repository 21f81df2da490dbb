/** Settings of the service through HTTP: what operators set holds at once, for customers too. */
import { expect } from 'bun:test';
import { startAres } from '../../../test/support/ares-stand-in.ts';
import { OPERATOR_EMAIL, orderBecause, signedUpOperator } from '../../../test/support/busy-operator.ts';
import { test } from '../../../test/support/databases.ts';
import { BANK } from '../../../test/support/furnished-orders.ts';
import { SELLER_SETTING } from '../../../test/support/known-sellers.ts';
import { startMailServer } from '../../../test/support/mail-server.ts';
import { type PageClient, signedUp } from '../../../test/support/page-client.ts';
import { type ServiceOptions, startService, until } from '../../../test/support/service.ts';
import type { ErrorBody } from '../../platform/http/error-body.ts';

const { address, ...company } = SELLER_SETTING;
const SELLER = { ...company, ...address };
const TEXTS = { cs: 'Naše podmínky.', en: 'Our terms.' };

async function started(options: ServiceOptions = {}) {
  const service = await startService({ catalogue: 'asked', ...options });
  const operator = await signedUpOperator(service);
  return { service, operator, [Symbol.asyncDispose]: service.stop };
}

const set = (operator: PageClient, settings: object) =>
  operator.post('/api/operator/settings', { ...orderBecause('set-up'), ...settings });

const openSteps = async (operator: PageClient) => {
  const { steps } = (await operator.get('/api/operator/set-up')).json as {
    steps: readonly { step: string; isDone: boolean }[];
  };
  return steps.flatMap(({ step, isDone }) => (isDone ? [] : [step]));
};

test('a shop is set up on pages alone, from nothing to a paid order with an invoice', async () => {
  await using running = await started();
  const { service, operator } = running;
  expect(await openSteps(operator)).toEqual([
    ...['name', 'address', 'second-factor', 'mail', 'seller', 'payment', 'terms', 'models', 'prices', 'first-order'],
  ]);
  const { needs } = (await operator.get('/api/operator/overview')).json as { needs: readonly { kind: string }[] };
  expect(needs.map(({ kind }) => kind)).toContain('set-up');

  const anna = await signedUp(service, 'anna@example.com');
  const origin = `http://localhost:${service.port}`;
  const named = await set(operator, { serviceName: 'Polárka', publicUrl: origin });
  expect([named.status, named.json.serviceName]).toEqual([200, { value: 'Polárka', isFromFile: false, isSet: true }]);
  await set(operator, { seller: { name: SELLER.name, companyId: SELLER.companyId } });
  expect(await openSteps(operator)).toContain('seller');
  await set(operator, { seller: SELLER });
  expect(await openSteps(operator)).not.toContain('seller');
  await set(operator, { bank: BANK });
  await set(operator, { terms: TEXTS, privacy: TEXTS, legal: { version: '2026-11-01' } });
  await operator.post('/api/operator/models/preset', { ...orderBecause('the first'), preset: 'A' });

  const wish = { offer: 'credit-100', method: 'bank', acceptedTerms: '2026-11-01', beginAtOnce: true };
  const { json } = await anna.post('/api/orders', wish);
  const { order } = json as { order: { id: string; bank: { iban: string; message: string } } };
  expect(order.bank).toMatchObject({ iban: BANK.iban, message: expect.stringContaining('Polárka') });
  const paid = { ...orderBecause('it is there'), czk: '100' };
  const confirmed = await operator.post(`/api/operator/orders/${order.id}/confirm`, paid);
  expect(confirmed.status).toBe(200);
  const { documents } = (await anna.get(`/api/orders/${order.id}/documents`)).json as {
    documents: { number: string }[];
  };
  const stored = await service.stores.documents.find(documents[0]!.number);
  expect(stored).toMatchObject({ seller: { name: SELLER.name, vatId: SELLER.vatId, isVatPayer: true } });
  expect((await anna.get('/en/terms')).text).toContain('Our terms.');
  expect((await anna.get('/en')).text).toContain('Polárka');
  expect(await openSteps(operator)).toEqual(['second-factor', 'mail']);
});

test('settings are judged by the rules of the file, and nothing wrong is written', async () => {
  await using running = await started();
  const { operator } = running;
  const refusal = async (settings: object) => {
    const { status, json } = await set(operator, settings);
    return [status, (json.error as unknown as { param: string }).param];
  };

  expect(await refusal({ bank: { iban: 'CZ6508000000192000145390', name: 'X' } })).toEqual([400, 'bank.iban']);
  expect(await refusal({ seller: { ...SELLER, companyId: '12345678' } })).toEqual([400, 'seller.companyId']);
  expect(await refusal({ seller: { ...SELLER, street: '' } })).toEqual([400, 'seller.street']);
  expect(await refusal({ publicUrl: 'https://example.com/path' })).toEqual([400, 'publicUrl']);
  expect(await refusal({ colours: { light: '#ffffff', dark: '#5fd3c0' } })).toEqual([400, 'colours.light']);
  const { error } = (await set(operator, { seller: { ...SELLER, companyId: '1', vatId: 'CZ1' } })).json as unknown as {
    readonly error: ErrorBody['error'];
  };
  expect(error.problems?.map(({ param }) => param)).toEqual(['seller.companyId', 'seller.vatId']);
  expect(error.problems?.[0]).toEqual({ param: error.param!, message: error.message });
  // Terms that are nowhere cannot be accepted.
  expect(await refusal({ legal: { version: '1' } })).toEqual([400, 'legal']);
  expect((await operator.get('/api/operator/settings')).json.revision).toBe(0);

  const { revision } = (await set(operator, { serviceName: 'One' })).json;
  await set(operator, { serviceName: 'Two' });
  const late = await set(operator, { serviceName: 'Three', after: revision });
  expect([late.status, late.json.error?.code]).toEqual([409, 'changed_meanwhile']);
  const other = await set(operator, { bank: BANK, after: revision });
  expect(other.status).toBe(200);
  expect((await set(operator, { serviceName: null })).json.serviceName).toMatchObject({
    value: 'Boreal',
    isSet: false,
  });
});

test('a change by another server or a command holds here too, and one that is wrong is named and does not count', async () => {
  await using running = await started();
  const { service, operator } = running;
  const elsewhere = (id: string, values: object) =>
    service.stores.actionLog.act({
      ...{ id, actor: 'cli', reason: 'elsewhere', atMs: Date.now() },
      action: { kind: 'settings', values },
    });
  const nameNow = async () => (await operator.get('/api/service')).json.name;

  await elsewhere('act_settings_first', { serviceName: 'Polárka' });
  await until('the name is known here', async () => (await nameNow()) === 'Polárka');
  await elsewhere('act_settings_wrong', { 'payments.bank': { iban: 'CZ00', name: 'X' }, serviceName: 'Kometa' });
  await until('the next one too', async () => (await nameNow()) === 'Kometa');

  const { bank, problems } = (await operator.get('/api/operator/settings')).json;
  expect([bank, problems]).toEqual([
    { value: null, isFromFile: false, isSet: true },
    ['payments.bank.iban must be an IBAN; one of its digits is wrong or missing.'],
  ]);
});

test('what the file declares is shown and refused, and each setting is a piece of its own', async () => {
  const payments = JSON.stringify({ bank: BANK });
  await using running = await started({ env: { BOREAL_PAYMENTS: payments, BOREAL_SERVICE_NAME: 'Ours' } });
  const { operator } = running;

  const { json } = await operator.get('/api/operator/settings');
  expect(json.bank).toEqual({ value: BANK, isFromFile: true, isSet: false });
  const refused = await set(operator, { serviceName: 'Theirs' });
  expect([refused.status, refused.json.error?.code]).toEqual([409, 'set_by_file']);
  const seller = await set(operator, { seller: SELLER });
  expect([seller.status, seller.json.seller]).toMatchObject([200, { isFromFile: false, isSet: true }]);
});

test('the password of the mail server is sealed, never shown, and stays with its server', async () => {
  await using mail = await startMailServer();
  await using running = await started();
  const { service, operator } = running;
  const smtp = JSON.parse(mail.setting) as { password: string; host: string };
  const { password: _, ...rest } = smtp;
  const tried = () => operator.post('/api/operator/settings/test-mail', {});
  expect((await tried()).json).toEqual({
    ok: false,
    to: OPERATOR_EMAIL,
    refusal: 'not_set',
    detail: 'No mail server is set.',
  });

  await set(operator, { smtp: { ...smtp, password: 'wrong' } });
  expect((await tried()).json).toMatchObject({
    ok: false,
    refusal: 'sign_in',
    detail: expect.stringContaining('Wrong user or password'),
  });
  const right = await set(operator, { smtp });
  const kept = await set(operator, { smtp: { ...rest, from: 'Other <other@example.com>' } });
  expect((await tried()).json).toEqual({ ok: true, to: OPERATOR_EMAIL, refusal: null, detail: '' });
  await until('the e-mail is there', () => mail.emails.length === 1);

  expect(mail.emails[0]).toMatchObject({ from: 'other@example.com', to: [OPERATOR_EMAIL] });
  const log = (await operator.get('/api/operator/actions')).text;
  const rows = JSON.stringify(await service.stores.announcements.settings());
  for (const text of [right.text, kept.text, log, rows]) expect(text).not.toContain('smtp-secret');
  const elsewhere = await set(operator, { smtp: { ...rest, host: 'localhost' } });
  expect(elsewhere.json.smtp).toMatchObject({ value: { hasPassword: false } });
});

test('the seller is filled in from the register of companies, where it can be asked', async () => {
  await using ares = startAres();
  const env = { BOREAL_PAYMENTS: JSON.stringify({ ares: { url: ares.url } }) };
  await using running = await started({ env });
  const { operator } = running;
  const ask = async (companyId: string) => operator.get(`/api/operator/settings/company?companyId=${companyId}`);

  const found = await ask(SELLER.companyId);
  expect([found.status, found.json]).toEqual([
    200,
    {
      ...{ name: SELLER.name, street: 'Dlouhá třída 1', postalCode: '110 00', city: 'Praha 1' },
      ...{ companyId: SELLER.companyId, vatId: SELLER.vatId },
    },
  ]);
  expect((await ask('25596641')).status).toBe(404);
  expect((await ask('x')).status).toBe(400);
  ares.isDown = true;
  const down = await ask(SELLER.companyId);
  expect(down.json.error?.code).toBe('provider_unreachable');
});
