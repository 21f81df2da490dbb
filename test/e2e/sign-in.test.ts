/** Every way in, in a real browser: the operator's first link, links in e-mails, backup codes and passkeys. */
import { describe, expect, test } from 'bun:test';
import { nanos } from '../../src/core/money.ts';
import { openPage, signInQuietly, type Visitor } from '../support/browser.ts';
import { linkFor, PASSWORD, pageClient, signedUp } from '../support/page-client.ts';
import { addPasskeyDevice } from '../support/passkey-device.ts';
import { openSite } from '../support/site.ts';
import { totpCode } from '../support/totp.ts';

const NEW_PASSWORD = 'another horse entirely';
const LONG_MS = 600_000;

const site = openSite();

const inOrder = async (visitor: Visitor) => {
  expect(visitor.complaints).toEqual([]);
  await visitor.context.close();
};

async function signIn({ page }: Visitor, email: string, password: string): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const atKeys = ({ page }: Visitor) => page.getByRole('heading', { name: 'API keys' }).waitFor();

test(
  'the link that the first start has written makes the operator, once, with the account that waits for the address',
  async () => {
    const waiting = {
      id: 'acc_waiting',
      email: 'operator@example.com',
      status: 'active',
      createdAtMs: Date.now(),
    } as const;
    await site.service.stores.accounts.create(waiting);
    const about = { accountId: waiting.id, reason: 'test', actor: 'test', atMs: Date.now() };
    await site.service.stores.credits.grant({ ...about, amount: nanos(100_000_000_000n) });
    const link = String(
      site.service.log.findLast(({ message }) => message.startsWith('there is no operator yet'))?.link,
    );
    const operator = await site.visit();
    await operator.page.goto(link);
    await operator.page.getByLabel('E-mail').fill('operator@example.com');
    await operator.page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await operator.page.getByRole('button', { name: 'Create account' }).click();
    await operator.page.waitForURL('**/operator');
    await openPage(operator, '/billing');
    await operator.page.locator('#page').getByText('CZK 100.00').first().waitFor();

    const second = await site.visit();
    await second.page.goto(link);
    await second.page.getByLabel('E-mail').fill('second@example.com');
    await second.page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await second.page.getByRole('button', { name: 'Create account' }).click();
    await second.page.getByRole('alert').waitFor();

    expect(await second.page.getByRole('alert').textContent()).toContain('invitation');
    expect(await operator.page.evaluate<string>("fetch('/api/me').then((me) => me.json()).then((me) => me.role)")).toBe(
      'operator',
    );
    await inOrder(operator);
    await inOrder(second);
  },
  LONG_MS,
);

describe('an e-mail leads', () => {
  test(
    'to a page where a forgotten password is set anew',
    async () => {
      await signedUp(site.service, 'forgetful@example.com');
      const visitor = await site.visit();
      const { page } = visitor;
      await page.goto('/sign-in');
      await page.getByRole('link', { name: 'Forgotten password?' }).click();
      await page.getByLabel('E-mail').fill('forgetful@example.com');
      await page.getByRole('button', { name: 'Send the link' }).click();
      await page.getByRole('heading', { name: 'Ask the operator for the link' }).waitFor();

      await page.goto(linkFor(site.service, 'forgetful@example.com', 'reset'));
      await page.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD);
      await page.getByRole('button', { name: 'Set the password' }).click();
      await page.getByRole('heading', { name: 'Password set' }).waitFor();
      await signIn(visitor, 'forgetful@example.com', NEW_PASSWORD);

      await atKeys(visitor);
      await page.goto(linkFor(site.service, 'forgetful@example.com', 'reset'));
      await page.getByRole('heading', { name: 'The link is not valid any more' }).waitFor();
      await inOrder(visitor);
    },
    LONG_MS,
  );

  test(
    'a person who signs up again to a new password',
    async () => {
      await signedUp(site.service, 'again@example.com');
      const visitor = await site.visit();
      const { page } = visitor;
      await page.goto('/sign-up');
      await page.getByLabel('E-mail').fill('again@example.com');
      await page.getByRole('textbox', { name: 'Password' }).fill(NEW_PASSWORD);
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByRole('heading', { name: 'Confirm your address' }).waitFor();

      await page.goto(linkFor(site.service, 'again@example.com', 'already-registered'));

      await page.getByRole('textbox', { name: 'New password' }).waitFor();
      await inOrder(visitor);
    },
    LONG_MS,
  );

  test(
    'to a new password where another browser confirms the address',
    async () => {
      const other = pageClient(site.service);
      await other.post('/api/auth/sign-up/email', { name: '', email: 'two@example.com', password: PASSWORD });
      const visitor = await site.visit();
      const { page } = visitor;

      await page.goto(linkFor(site.service, 'two@example.com', 'verify'));
      await page.getByText('This is not the browser in which you signed up.').waitFor();
      await page.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD);
      await page.getByRole('button', { name: 'Set the password' }).click();
      await page.getByRole('heading', { name: 'Password set' }).waitFor();
      await signIn(visitor, 'two@example.com', NEW_PASSWORD);

      await atKeys(visitor);
      await inOrder(visitor);
    },
    LONG_MS,
  );

  test(
    'to the account with its new address',
    async () => {
      await signedUp(site.service, 'old@example.com');
      const visitor = await site.visit();
      const { page } = visitor;
      await signInQuietly(visitor, 'old@example.com', PASSWORD);
      await openPage(visitor, '/account');
      await page.getByRole('button', { name: 'Change e-mail' }).click();
      await page.getByLabel('New e-mail').fill('moved@example.com');
      await page.getByRole('dialog').getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Send a link' }).click();
      await page.getByText('the link is in the server').waitFor();

      await page.goto(linkFor(site.service, 'moved@example.com', 'verify'));

      await page.getByText('The new address is confirmed.').waitFor();
      await page.getByText('moved@example.com').first().waitFor();
      await inOrder(visitor);
    },
    LONG_MS,
  );
});

test(
  'a backup code signs in without the phone, once',
  async () => {
    const email = 'careful@example.com';
    const owner = await signedUp(site.service, email);
    const { json } = await owner.post('/api/auth/two-factor/enable', { password: PASSWORD });
    const { totpURI, backupCodes } = json as unknown as { totpURI: string; backupCodes: readonly string[] };
    await owner.post('/api/auth/two-factor/verify-totp', { code: totpCode(totpURI, Date.now()) });
    const visitor = await site.visit();
    const { page } = visitor;
    const useCode = async () => {
      await signIn(visitor, email, PASSWORD);
      await page.getByRole('button', { name: 'No phone at hand? Use a backup code' }).click();
      await page.getByLabel('Backup code').fill(backupCodes[0]!);
      await page.getByRole('button', { name: 'Continue' }).click();
    };

    await useCode();
    await atKeys(visitor);
    await visitor.context.clearCookies();
    await useCode();

    await page.getByLabel('Backup code').and(page.locator('[aria-invalid=true]')).waitFor();
    await inOrder(visitor);
  },
  LONG_MS,
);

test(
  'a passkey is added, signs in, and is removed',
  async () => {
    const email = 'keyless@example.com';
    await signedUp(site.service, email);
    const visitor = await site.visit();
    const { page } = visitor;
    await addPasskeyDevice(visitor);
    await signInQuietly(visitor, email, PASSWORD);
    await openPage(visitor, '/account');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Work laptop');
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
    await page.getByText('The passkey is added.').waitFor();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.waitForURL(/\/sign-in/);

    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await atKeys(visitor);
    await openPage(visitor, '/account');
    await page.getByRole('button', { name: 'Remove: Work laptop' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();

    await page.getByText('The passkey is removed.').waitFor();
    expect(await page.getByText('Work laptop').count()).toBe(0);
    await inOrder(visitor);
  },
  LONG_MS,
);

test(
  'a person who has forgotten the password gets the link while strangers ask for very many, after a moment',
  async () => {
    const email = 'flooded@example.com';
    await signedUp(site.service, email);
    const everywhere = { scope: 'mail:everywhere', max: 100_000, windowMs: 3_600_000 };
    for (let n = 0; n < 7; n += 1) await site.service.stores.attempts.take(Array(1000).fill(everywhere), Date.now());
    const visitor = await site.visit();
    const { page } = visitor;
    await page.goto('/forgotten');
    await page.getByLabel('E-mail').fill(email);

    const moment = page.getByText('One moment, please…').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Send the link' }).click();
    await moment;
    await page.getByRole('heading', { name: 'Ask the operator for the link' }).waitFor();

    expect(linkFor(site.service, email, 'reset')).toContain('/reset-password/');
    await visitor.context.close();
    await site.service.stores.attempts.clear(everywhere.scope);
  },
  LONG_MS,
);
