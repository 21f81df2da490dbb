/** Whatever is typed is shown as text: the windows of the account, and the fields that are about money. */
import { beforeAll, expect, test } from 'bun:test';
import { goOn, openPage } from '../support/browser.ts';
import { SELLS_BY_BANK } from '../support/furnished-orders.ts';
import { NAUGHTY_TEXTS } from '../support/naughty-texts.ts';
import { typeAsked, typeRefused } from '../support/naughty-typing.ts';
import { PASSWORD, signedUp } from '../support/page-client.ts';
import { addPasskeyDevice } from '../support/passkey-device.ts';
import { openSite } from '../support/site.ts';
import { expectUnharmed, visitPhone } from '../support/unharmed.ts';

const EMAIL = 'jana@example.com';
const LONG_MS = 600_000;

const site = openSite({ env: SELLS_BY_BANK });

beforeAll(async () => {
  await signedUp(site.service, EMAIL);
}, LONG_MS);

const visit = () => visitPhone(site, EMAIL);

test(
  'names of passkeys are shown as they were typed',
  async () => {
    const visitor = await visit();
    const { page, context } = visitor;
    const device = await addPasskeyDevice(visitor);
    await openPage(visitor, '/account');
    for (const name of NAUGHTY_TEXTS) {
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill(name);
      await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await device.forget();
    }
    const rows = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Remove: / }) });
    await rows.nth(NAUGHTY_TEXTS.length - 1).waitFor();

    expect((await rows.locator('strong').allTextContents()).toSorted()).toEqual(NAUGHTY_TEXTS.toSorted());
    await expectUnharmed(visitor);
    for (const name of NAUGHTY_TEXTS.filter((one) => one.includes('pwned'))) {
      await rows
        .filter({ has: page.locator('strong', { hasText: name }) })
        .getByRole('button')
        .click();
      await page.getByRole('dialog').getByText(`Remove ${name}?`).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await expectUnharmed(visitor);
    await context.close();
  },
  LONG_MS,
);

test(
  'a new address, a code and the words that delete an account are refused as text',
  async () => {
    const visitor = await visit();
    const { page } = visitor;
    const dialog = page.getByRole('dialog');
    await openPage(visitor, '/account');
    await page.getByRole('button', { name: 'Change e-mail' }).click();
    await typeRefused(visitor, {
      into: [page.getByLabel('New e-mail')],
      refusal: page.getByText('Type an e-mail address'),
    });
    const asked = page.waitForResponse((response) => response.url().endsWith('/change-email'));
    await page.getByLabel('New e-mail').fill('<svg/onload=window.pwned=1>@example.com');
    await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Send a link' }).click();
    await asked;
    await expectUnharmed(visitor);
    await openPage(visitor, '/account');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await typeRefused(visitor, {
      into: [page.getByLabel('Code from the app')],
      refusal: page.getByText('Type the six digits'),
    });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Delete account', exact: true }).click();

    await typeRefused(visitor, {
      into: [page.getByLabel(`Type ${EMAIL} to confirm`), dialog.getByRole('textbox', { name: 'Password' })],
      send: page.getByRole('button', { name: 'Delete account forever' }),
      refusal: page.getByText('This is not the address of this account.'),
    });
    await visitor.leave();
  },
  LONG_MS,
);

test(
  'a voucher is refused as text',
  async () => {
    const visitor = await visit();
    const { page } = visitor;
    const codeField = page.getByLabel('Code', { exact: true });
    await openPage(visitor, '/billing/buy');
    await typeAsked(visitor, {
      into: [codeField],
      send: page.getByRole('button', { name: 'Redeem' }),
      asks: '/api/vouchers/redeem',
      check: async (text, response) => {
        // After some guesses it is refused unread.
        expect([400, 404, 429]).toContain(response.status());
        await page.getByRole('button', { name: 'Redeem' }).and(page.locator(':enabled')).waitFor();
        expect(await codeField.inputValue()).toBe(text);
      },
    });
    await expectUnharmed(visitor);
    await visitor.leave();
  },
  LONG_MS,
);

test(
  'billing details are shown as they were typed, and a VAT id that is none is refused',
  async () => {
    const visitor = await visit();
    const { page } = visitor;
    const card = page.locator('#buyer');
    const save = card.getByRole('button', { name: 'Save' });
    const free = ['Company or name', 'Street and number', 'Town'].map((label) => card.getByLabel(label));
    await openPage(visitor, '/account#buyer');
    await card.getByLabel('Postal code').fill('110 00');
    await typeAsked(visitor, {
      into: free,
      send: save,
      asks: '/api/buyer',
      texts: NAUGHTY_TEXTS.filter(({ length }) => length <= 60),
      check: async (text, response) => {
        expect([response.status(), ((await response.json()) as { buyer: { name: string } }).buyer.name]).toEqual([
          200,
          shown(text),
        ]);
      },
    });
    await typeAsked(visitor, {
      into: [card.getByLabel('VAT ID (optional)')],
      send: save,
      asks: '/api/buyer',
      texts: NAUGHTY_TEXTS.filter(({ length }) => length <= 40),
      check: async (_, response) => {
        expect(response.status()).toBe(400);
        await card.getByText('This is not a VAT ID of that country').waitFor();
      },
    });
    await goOn(visitor, '/billing/buy');
    await page.getByText(/^Invoice to: /).waitFor();
    await expectUnharmed(visitor);
    await visitor.leave();
  },
  LONG_MS,
);

const shown = (text: string): string => text.replaceAll(/\p{Cc}/gu, '').trim();

/** The last here: so many wrong codes keep out all who come from the same address. */
test(
  'a backup code is refused as text',
  async () => {
    const visitor = await site.visit({ screen: 'phone' });
    const { page } = visitor;
    await openPage(visitor, '/two-factor');
    await page.getByRole('button', { name: 'Use a backup code' }).click();

    await typeAsked(visitor, {
      into: [page.getByLabel('Backup code')],
      send: page.getByRole('button', { name: 'Continue' }),
      asks: '/verify-backup-code',
      check: (_, response) => expect([400, 401, 429]).toContain(response.status()),
    });
    await visitor.leave();
  },
  LONG_MS,
);
