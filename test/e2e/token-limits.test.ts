/** A customer with a plan limits the tokens of a key and of the account, in all and a minute, and requests above are refused. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { axeFindings, goOn, openPage, overflowOf, signInQuietly } from '../support/browser.ts';
import { OPERATOR_EMAIL, signedUpOperator } from '../support/busy-operator.ts';
import { addLimit, setLimit } from '../support/limit-rows.ts';
import { PASSWORD, signedUp } from '../support/page-client.ts';
import { answerText } from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 600_000;
const site = openSite();

beforeAll(() => signedUpOperator(site.service), LONG_MS);

const WORDS = {
  en: {
    ...{ first: 'Create a key', name: 'Name', more: 'More rules', create: 'Create key', save: 'Save' },
    ...{ wrong: 'Type a whole number above zero, such as 500 000.', saved: 'I have saved the key' },
    ...{
      used: '15 of 1,000 tokens this month',
      card: 'Limits of the account',
      ofAccount: '15 of 500 tokens this month',
    },
    ...{ wrongAmount: 'Type an amount above zero, such as 100 or 12.50.', spent: 'CZK 0.00 of CZK 250.50 this month' },
    ofDay: 'CZK 0.00 of CZK 99.00 today',
    ofModel: (used: number) => `${used} of 1 request this week for svc-frost`,
    ofHour: '0 of 1,000 requests this hour',
    ...{ alerts: 'Alerts about limits', email: 'Send me e-mails about limits', off: 'Alerts about limits are off.' },
    ...{ rowRequests: 'at most 2 requests a minute', rowTokens: 'at most 20,000 tokens a minute' },
    ...{ set: 'Set limits', reason: 'Reason', byOperator: 'at most 50 requests a minute (set by the operator)' },
    ...{ held: 'Saved. It holds within a second.', twice: 'There are two limits of the same kind. Remove one.' },
  },
  cs: {
    ...{ first: 'Vytvořit klíč', name: 'Název', more: 'Další pravidla', create: 'Vytvořit klíč', save: 'Uložit' },
    ...{ wrong: 'Zadejte celé číslo větší než nula, třeba 500 000.', saved: 'Klíč mám uložený' },
    ...{ used: '15 z 1\u00a0000 tokenů tento měsíc', card: 'Limity účtu', ofAccount: '15 z 500 tokenů tento měsíc' },
    wrongAmount: 'Zadejte částku větší než nula, třeba 100 nebo 12,50.',
    spent: '0,00\u00a0Kč z 250,50\u00a0Kč tento měsíc',
    ofDay: '0,00\u00a0Kč z 99,00\u00a0Kč dnes',
    ofModel: (used: number) => `${used} z 1 požadavku tento týden pro svc-frost`,
    ofHour: '0 z 1\u00a0000 požadavků tuto hodinu',
    ...{
      alerts: 'Upozornění na limity',
      email: 'Upozornit mě na limity e-mailem',
      off: 'Upozornění na limity jsou vypnutá.',
    },
    ...{ rowRequests: 'nejvýše 2 požadavky za minutu', rowTokens: 'nejvýše 20\u00a0000 tokenů za minutu' },
    ...{
      set: 'Nastavit limity',
      reason: 'Důvod',
      byOperator: 'nejvýše 50 požadavků za minutu (nastavil provozovatel)',
    },
    ...{ held: 'Uloženo. Změna se projeví do sekundy.', twice: 'Dva limity jsou stejného druhu. Jeden odeberte.' },
  },
} as const;

describe.each([
  ['en', 'desktop'],
  ['cs', 'phone'],
] as const)('limits of tokens, in %s on a %s', (language, screen) => {
  test(
    'are set for a key and for the account, show what was used, and refuse what is above them',
    async () => {
      const words = WORDS[language];
      const { service } = site;
      const email = `plan-${language}@example.com`;
      const person = await signedUp(service, email);
      await person.patch('/api/me', { language });
      const { account } = (await person.get('/api/me')).json as { account: { id: string } };
      const about = { accountId: account.id, actor: 'test', atMs: Date.now() };
      await service.stores.plans.choose({ ...about, plan: 'pro' });
      service.upstream.play(answerText('pong', { usage: { prompt_tokens: 10, completion_tokens: 5 } }));
      const visitor = await site.visit({ language, screen });
      await signInQuietly(visitor, email, PASSWORD);
      const { page, complaints } = visitor;

      await openPage(visitor, '/keys');
      await page.getByRole('button', { name: words.first }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(words.name, { exact: true }).fill('leaked');
      await dialog.getByText(words.more).click();
      const limit = { unit: 'tokens', window: 'month' };
      await addLimit(dialog, { ...limit, max: 'some' });
      await dialog.getByRole('button', { name: words.create }).click();
      await dialog.getByText(words.wrong).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await setLimit(dialog, 0, { ...limit, max: '1 000' });
      await dialog.getByRole('button', { name: words.create }).click();
      const secret = (await page.getByRole('dialog').locator('.secret code').first().textContent()) ?? '';
      await page.getByRole('button', { name: words.saved }).click();
      const ask = (content: string) =>
        service
          .client({ apiKey: secret })
          .chat.completions.create({ model: 'svc-frost', messages: [{ role: 'user', content }], max_tokens: 20 });
      await ask('ping');
      const refused = await ask('ping '.repeat(300)).catch((error: { code: string }) => error.code);
      await openPage(visitor, '/keys');
      await page.getByText(words.used, { exact: true }).waitFor();
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);

      await goOn(visitor, '/billing/limits');
      const card = page.locator('section, .card').filter({ has: page.getByRole('heading', { name: words.card }) });
      await addLimit(card, { ...limit, max: '500' });
      await card.getByRole('button', { name: words.save }).click();
      await page.getByText(words.held).waitFor();
      await card.getByText(words.ofAccount, { exact: true }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      await addLimit(card, { unit: 'CZK', window: 'month', max: 'much' });
      await card.getByRole('button', { name: words.save }).click();
      await card.getByText(words.wrongAmount).waitFor();
      await setLimit(card, 1, { unit: 'CZK', window: 'month', max: language === 'cs' ? '250,50' : '250.50' });
      await addLimit(card, { unit: 'CZK', window: 'month', max: '99' });
      await card.getByRole('button', { name: words.save }).click();
      await card.getByText(words.twice).waitFor();
      await setLimit(card, 2, { unit: 'CZK', window: 'day', max: '99' });
      await card.getByRole('button', { name: words.save }).click();
      await card.getByText(words.spent, { exact: true }).waitFor();
      await card.getByText(words.ofDay, { exact: true }).waitFor();
      const alerts = page.locator('.card').filter({ has: page.getByRole('heading', { name: words.alerts }) });
      await alerts.getByRole('checkbox', { name: words.email, checked: true }).click();
      await page.getByText(words.off).waitFor();
      await alerts.getByRole('checkbox', { name: words.email, checked: false }).waitFor();
      // A server that has just served the account hears of the limit within a second.
      await until('the limit of the account holds', async () => {
        const code = await ask('ping '.repeat(60)).catch((error: { code: string }) => error.code);
        return code === 'account_limit_reached';
      });

      expect(refused).toBe('key_limit_reached');
      expect(complaints).toEqual([]);
      await visitor.leave();
    },
    LONG_MS,
  );

  test(
    'of an hour and of one model are set for the account, and refuse that model alone',
    async () => {
      const words = WORDS[language];
      const { service } = site;
      const email = `hour-${language}@example.com`;
      const person = await signedUp(service, email);
      await person.patch('/api/me', { language });
      const { account } = (await person.get('/api/me')).json as { account: { id: string } };
      await service.stores.plans.choose({ accountId: account.id, actor: 'test', atMs: Date.now(), plan: 'pro' });
      service.upstream.play(answerText('pong', { usage: { prompt_tokens: 10, completion_tokens: 5 } }));
      const made = (await person.post('/api/keys', { name: 'mine' })).json as { secret: string };
      const ask = (model: string) =>
        service
          .client({ apiKey: made.secret })
          .chat.completions.create({ model, messages: [{ role: 'user', content: 'ping' }], max_tokens: 5 });
      const visitor = await site.visit({ language, screen });
      await signInQuietly(visitor, email, PASSWORD);
      const { page, complaints } = visitor;

      await openPage(visitor, '/billing/limits');
      const card = page.locator('section, .card').filter({ has: page.getByRole('heading', { name: words.card }) });
      await addLimit(card, { unit: 'requests', window: 'week', model: 'svc-frost', max: '1' });
      await addLimit(card, { unit: 'requests', window: 'hour', max: '1 000' });
      await card.getByRole('button', { name: words.save }).click();
      await page.getByText(words.held).waitFor();
      await card.getByText(words.ofModel(0), { exact: true }).waitFor();
      await card.getByText(words.ofHour, { exact: true }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      await ask('svc-frost');
      const refused = await ask('svc-frost').catch((error: { code: string }) => error.code);
      await ask('svc-glacier');
      await openPage(visitor, '/billing/limits');
      await card.getByText(words.ofModel(1), { exact: true }).waitFor();

      expect(refused).toBe('account_limit_reached');
      expect(complaints).toEqual([]);
      await visitor.leave();
    },
    LONG_MS,
  );

  test(
    'of a minute are set for a key, by the operator and for the account, and requests above get 429',
    async () => {
      const words = WORDS[language];
      const { service } = site;
      const email = `minute-${language}@example.com`;
      const person = await signedUp(service, email);
      await person.patch('/api/me', { language });
      const { account } = (await person.get('/api/me')).json as { account: { id: string } };
      await service.stores.plans.choose({ accountId: account.id, actor: 'test', atMs: Date.now(), plan: 'pro' });
      service.upstream.play(answerText('pong', { usage: { prompt_tokens: 10, completion_tokens: 5 } }));
      const asked = { model: 'svc-frost', messages: [{ role: 'user' as const, content: 'ping' }], max_tokens: 5 };
      /** The status of the last of three requests, and what is said to it. */
      const third = async (apiKey: string) => {
        const ask = () => service.client({ apiKey }).chat.completions.create(asked);
        await ask();
        await ask();
        return ask().catch(({ status, message }: { status: number; message: string }) => [status, message]);
      };
      const visitor = await site.visit({ language, screen });
      await signInQuietly(visitor, email, PASSWORD);
      const { page } = visitor;

      await openPage(visitor, '/keys');
      await page.getByRole('button', { name: words.first }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(words.name, { exact: true }).fill('busy');
      await dialog.getByText(words.more).click();
      await addLimit(dialog, { unit: 'requests', window: 'minute', max: '2' });
      await addLimit(dialog, { unit: 'tokens', window: 'minute', max: '0' });
      await dialog.getByRole('button', { name: words.create }).click();
      await dialog.getByText(words.wrong).waitFor();
      await setLimit(dialog, 1, { unit: 'tokens', window: 'minute', max: '20 000' });
      await dialog.getByRole('button', { name: words.create }).click();
      const secret = (await page.getByRole('dialog').locator('.secret code').first().textContent()) ?? '';
      await page.getByRole('button', { name: words.saved }).click();
      await page.getByText(words.rowRequests, { exact: true }).waitFor();
      await page.getByText(words.rowTokens, { exact: true }).waitFor();
      const ofKey = await third(secret);

      const operator = await site.visit({ language, screen });
      await signInQuietly(operator, OPERATOR_EMAIL, PASSWORD);
      await operator.page.evaluate(
        `fetch('/api/me', { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{"language":"${language}"}' })`,
      );
      await openPage(operator, `/operator/customers/${account.id}`);
      await operator.page.getByText(words.rowRequests, { exact: true }).waitFor();
      await operator.page.getByRole('button', { name: words.set }).click();
      const window = operator.page.getByRole('dialog');
      await addLimit(window, { unit: 'requests', window: 'minute', max: '50' });
      await window.getByLabel(words.reason).fill('contained');
      expect(await axeFindings(operator.page)).toEqual([]);
      await window.getByRole('button', { name: words.set }).click();
      await operator.page.getByText(words.byOperator, { exact: true }).waitFor();
      expect([await axeFindings(operator.page), await overflowOf(operator.page)]).toEqual([[], 0]);

      await openPage(visitor, '/billing/limits');
      const card = page.locator('.card').filter({ has: page.getByRole('heading', { name: words.card }) });
      await card.getByText(words.byOperator, { exact: true }).waitFor();
      await addLimit(card, { unit: 'tokens', window: 'minute', max: '1 000 000 001' });
      await card.getByRole('button', { name: words.save }).click();
      await card.locator('.problem').waitFor();
      await setLimit(card, 0, { unit: 'tokens', window: 'minute', max: '30' });
      await card.getByRole('button', { name: words.save }).click();
      await page.getByText(words.held).waitFor();
      expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0]);
      const other = (await person.post('/api/keys', { name: 'other' })).json as { secret: string };
      const ofAccount = await third(other.secret);

      expect(ofKey).toEqual([429, expect.stringContaining('2 requests per minute for one API key')]);
      expect(ofAccount).toEqual([429, expect.stringContaining('30 tokens per minute for one account')]);
      expect([...visitor.complaints, ...operator.complaints]).toEqual([]);
      await Promise.all([visitor.leave(), operator.leave()]);
    },
    LONG_MS,
  );
});
