/** The way of a customer through the pages, in a real browser, from signing up to signing out everywhere. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { nanos } from '../../src/core/money.ts';
import { type Visitor, whole } from '../support/browser.ts';
import { addLimit } from '../support/limit-rows.ts';
import { linkFor, PASSWORD } from '../support/page-client.ts';
import { answerText } from '../support/scripted-upstream.ts';
import { type TestService, until } from '../support/service.ts';
import { openSite } from '../support/site.ts';
import { totpCode } from '../support/totp.ts';

const EMAIL = 'jana@example.com';
const GRANTED = nanos(100_000_000_000n);
/** Long enough to reach a limit of a hundredth of a crown. */
const LONG_QUESTION = 'ping '.repeat(20_000);
const STEP_MS = 60_000;

/** Each test goes on where the one before has ended, as people do. */
describe('a customer', () => {
  const site = openSite();
  let jana: Visitor;
  let page: Page;
  /** The secret of the authenticator app. */
  let setUpAddress = '';
  let secret = '';

  beforeAll(async () => {
    site.service.upstream.play(answerText('pong', { usage: { prompt_tokens: 20_000, completion_tokens: 1 } }));
    jana = await site.visit();
    page = jana.page;
  }, STEP_MS);

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const ask = (apiKey: string) =>
    site.service
      .client({ apiKey })
      .chat.completions.create({ model: 'svc-glacier', messages: [{ role: 'user', content: LONG_QUESTION }] });
  const statusOf = (asking: Promise<unknown>): Promise<number> =>
    asking.then(
      () => 200,
      (error: { status: number }) => error.status,
    );

  async function signIn(visitor: Visitor, to = '/keys'): Promise<void> {
    await visitor.page.goto(to);
    await visitor.page.getByLabel('E-mail').fill(EMAIL);
    await visitor.page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await visitor.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  async function typeCode(visitor: Visitor): Promise<void> {
    // Each code works once: the last one is made older, instead of waiting for the next.
    await site.service.stores.authRows.updateMany({ model: 'twoFactor', where: [], set: { lastStep: 0 } });
    await visitor.page.getByLabel('Code').fill(totpCode(setUpAddress, Date.now()));
    await visitor.page.getByRole('button', { name: 'Continue' }).click();
  }

  test(
    'signs up, confirms the address and is signed in',
    async () => {
      await page.goto('/');
      await page.getByRole('link', { name: 'Create an account' }).click();
      await page.getByLabel('Name (optional)').fill('Jana Nováková');
      await page.getByLabel('E-mail').fill(EMAIL);
      await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await button('Create account').click();
      await page.getByRole('heading', { name: 'Confirm your address' }).waitFor();

      await page.goto(linkFor(site.service, EMAIL, 'verify'));
      await page.getByRole('heading', { name: 'Address confirmed' }).waitFor();
      await page.getByRole('link', { name: 'Continue' }).click();

      await page.getByRole('heading', { name: 'Create your first key' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/keys');
    },
    STEP_MS,
  );

  test(
    'turns on the second factor, and signs in with a code of the app',
    async () => {
      await page.getByRole('link', { name: 'Account' }).click();
      await button('Turn on').click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await button('Continue').click();
      const typedByHand = await page.getByRole('dialog').locator('.secret code').textContent();
      setUpAddress = `otpauth://totp/Boreal?secret=${typedByHand}`;
      await page.getByLabel('Code from the app').fill(totpCode(setUpAddress, Date.now()));
      await button('Confirm').click();
      await page.getByRole('heading', { name: 'Your backup codes' }).waitFor();
      await button('I have kept the codes').click();
      await button('Sign out').click();

      await page.waitForURL(/\/sign-in/);
      await signIn(jana);
      await page.getByRole('heading', { name: 'Second step' }).waitFor();
      await typeCode(jana);

      await page.getByRole('heading', { name: 'API keys' }).waitFor();
      expect(await page.evaluate("fetch('/api/me').then((me) => me.json()).then((me) => me.hasTwoFactor)")).toBe(true);
    },
    STEP_MS,
  );

  test(
    'creates a key, which the official client uses',
    async () => {
      await button('Create a key').click();
      await page.getByLabel('Name').fill('My program');
      await button('Create key').click();
      secret = (await page.getByRole('dialog').locator('.secret code').first().textContent()) ?? '';
      await button('I have saved the key').click();

      expect(await statusOf(ask(secret))).toBe(402);
      await giveCredit(site.service);
      const answer = await ask(secret);

      expect(answer.choices[0]?.message.content).toBe('pong');
      expect(await page.getByRole('dialog').count()).toBe(0);
    },
    STEP_MS,
  );

  test(
    'sees what it cost at the key, among the requests, and on a receipt',
    async () => {
      const cost = `CZK ${await spentOf(site.service)}`;
      await page.reload();
      const row = page.getByRole('listitem').filter({ hasText: 'My program' });

      await row.getByText(cost, { exact: true }).first().waitFor();
      await page.getByRole('link', { name: 'Usage', exact: true }).click();
      const line = page.getByRole('row').filter({ hasText: 'My program' });
      await line.getByRole('cell', { name: cost, exact: true }).waitFor();
      await line.getByRole('link').click();

      await page.waitForURL(/\/requests\//);
      await page.getByText(cost, { exact: true }).first().waitFor();
      expect(await page.getByText('svc-glacier').count()).toBeGreaterThan(0);
    },
    STEP_MS,
  );

  test(
    'downloads the requests as CSV',
    async () => {
      await page.getByRole('link', { name: 'Usage', exact: true }).click();
      const downloading = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download CSV', exact: true }).click();
      const file = await downloading;
      const lines = readFileSync(await file.path(), 'utf8')
        .trim()
        .split('\r\n');

      expect(file.suggestedFilename()).toEndWith('.csv');
      expect(lines).toHaveLength(2);
      expect(lines[1]).toContain('svc-glacier');
      const forExcel = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download CSV (Czech Excel)' }).click();
      const [head, row] = readFileSync(await (await forExcel).path(), 'utf8').split('\r\n');
      expect(head).toStartWith('\ufefftime_utc;request_id;');
      expect(row).toMatch(/;0,\d+;/);
    },
    STEP_MS,
  );

  test(
    'limits the key, which is refused from then on with 402',
    async () => {
      await page.getByRole('link', { name: 'API', exact: true }).click();
      await button('Edit: My program').click();
      await addLimit(page.getByRole('dialog'), { unit: 'CZK', window: 'total', max: '0.01' });
      await button('Save').click();
      await page.getByText('limit reached').waitFor();

      expect(await statusOf(ask(secret))).toBe(402);

      await button('Edit: My program').click();
      await button('Remove the limit CZK of credit, total').click();
      await button('Save').click();
      await page.getByText('limit reached').waitFor({ state: 'detached' });
      expect(await statusOf(ask(secret))).toBe(200);
    },
    STEP_MS,
  );

  test(
    'replaces the key, and revokes the new one, each within a second',
    async () => {
      const old = secret;
      await button('Rotate: My program').click();
      await page.getByLabel('No time: stop it now').check();
      await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
      secret = (await page.getByRole('dialog').locator('.secret code').first().textContent()) ?? '';
      await button('I have saved the key').click();
      await until('the old key is refused', async () => (await statusOf(ask(old))) === 401);
      expect(secret).not.toBe(old);
      expect(await statusOf(ask(secret))).toBe(200);

      await button('Revoke: My program').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await page.getByText('Revoked and expired (2)').waitFor();

      await until('the new key is refused', async () => (await statusOf(ask(secret))) === 401);
    },
    STEP_MS,
  );

  test(
    'reads everything in Czech after one click, also in the next browser',
    async () => {
      await page.getByRole('link', { name: 'Account' }).click();
      await button('Čeština').click();
      await page.getByRole('heading', { name: 'Účet', exact: true }).waitFor();
      await whole(jana);
      const other = await site.visit();
      await signIn(other);
      await typeCode(other);

      await other.page.getByRole('heading', { name: 'API klíče' }).waitFor();

      expect(await other.page.locator('html').getAttribute('lang')).toBe('cs');
      expect(other.complaints).toEqual([]);
      await other.leave();
    },
    STEP_MS,
  );

  test(
    'signs out everywhere else, and here',
    async () => {
      const other = await site.visit({ language: 'en' });
      await signIn(other);
      await typeCode(other);
      await other.page.getByRole('heading', { name: 'API klíče' }).waitFor();

      await page.reload();
      await button('Odhlásit ostatní zařízení').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Odhlásit ostatní zařízení' }).click();
      await page.getByText('Přihlášené zůstalo jen toto zařízení.').waitFor();
      await other.page.reload();
      await other.page.waitForURL(/\/sign-in/);
      await button('Odhlásit se').click();
      await page.waitForURL(/\/sign-in/);
      await page.goto('/keys');

      await page.waitForURL(/\/sign-in\?to=/);
      expect(jana.complaints).toEqual([]);
      expect(other.complaints).toEqual([]);
    },
    STEP_MS,
  );
});

async function giveCredit({ stores }: TestService): Promise<void> {
  const account = await stores.accounts.find(EMAIL);
  await stores.credits.grant({
    accountId: account!.id,
    amount: GRANTED,
    reason: 'test',
    actor: 'test',
    atMs: Date.now(),
  });
}

/** The amount that the customer has spent, by the ledger. */
async function spentOf({ stores }: TestService): Promise<string> {
  const account = await stores.accounts.find(EMAIL);
  const { credit } = await stores.ledger.balanceOf(account!.id, Date.now());
  return String(Number(GRANTED - credit) / 1e9);
}
