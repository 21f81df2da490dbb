/** The windows of the pages, and how a person comes to each of them. */
import type { Visitor } from './browser.ts';
import { PASSWORD } from './page-client.ts';
import { totpCode } from './totp.ts';

export type Opening = {
  readonly name: string;
  readonly open: (visitor: Visitor) => Promise<unknown>;
  /** Closes by Escape where it is not said; a window that leads to the next one stays. */
  readonly close?: ((visitor: Visitor) => Promise<unknown>) | 'leads on';
};

export const press = (name: string) => (visitor: Visitor) =>
  visitor.page.getByRole('button', { name, exact: true }).first().click();
export const inWindow = ({ page }: Visitor) => page.getByRole('dialog');
const pressInWindow = (name: string) => (visitor: Visitor) =>
  inWindow(visitor).getByRole('button', { name, exact: true }).click();
export const opened = (name: string): Opening => ({ name, open: press(name) });

export const OF_BATCHES: readonly Opening[] = [
  { name: 'cancel', open: ({ page }) => page.getByRole('button', { name: /^Cancel: batch_/ }).click() },
];

export const OF_KEYS: readonly Opening[] = [
  {
    name: 'create',
    open: async (visitor) => {
      await press('Create a key')(visitor);
      await visitor.page.getByText('More rules').click();
      await pressInWindow('Add a limit')(visitor);
      await pressInWindow('Add a limit')(visitor);
      await inWindow(visitor).getByLabel('Of what').last().selectOption('tokens');
    },
  },
  ...['Edit: My editor', 'Rotate: My editor', 'Revoke: My editor'].map(opened),
  {
    name: 'the secret of a new key',
    open: async (visitor) => {
      await press('Create a key')(visitor);
      await visitor.page.getByLabel('Name').fill('Shown once');
      await pressInWindow('Create key')(visitor);
      await visitor.page.getByRole('button', { name: 'I have saved the key' }).waitFor();
    },
    close: pressInWindow('I have saved the key'),
  },
  {
    name: 'the secret of a replaced key',
    open: async (visitor) => {
      await press('Rotate: Shown once')(visitor);
      await pressInWindow('Rotate')(visitor);
      await visitor.page.getByRole('button', { name: 'I have saved the key' }).waitFor();
    },
    close: pressInWindow('I have saved the key'),
  },
];

/** Turning the second factor on: each window leads to the next. */
export const OF_SECOND_FACTOR: readonly Opening[] = [
  { name: 'password', open: press('Turn on'), close: 'leads on' },
  {
    name: 'scan',
    open: async (visitor) => {
      await inWindow(visitor).getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await pressInWindow('Continue')(visitor);
      await visitor.page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    },
    close: 'leads on',
  },
  {
    name: 'backup codes',
    open: async (visitor) => {
      const byHand = await inWindow(visitor).locator('.secret code').textContent();
      const code = totpCode(`otpauth://totp/Boreal?secret=${byHand}`, Date.now());
      await visitor.page.getByLabel('Code from the app').fill(code);
      await pressInWindow('Confirm')(visitor);
      await visitor.page.getByRole('heading', { name: 'Your backup codes' }).waitFor();
    },
    close: pressInWindow('I have kept the codes'),
  },
  ...['New backup codes', 'Turn off'].map(opened),
];

export const OF_ACCOUNT = ['Change e-mail', 'Turn on', 'Add a passkey', 'Sign out everywhere else', 'Delete account'];
export const OF_CUSTOMER = [
  ...['Add credit', 'Correct credit', 'Refund', 'Add a package', 'Set the plan'],
  ...['Set limits', 'Sign out everywhere', 'Suspend', 'Revoke: My editor'],
];
export const OF_ORDERS: readonly Opening[] = [
  { name: 'confirm', open: ({ page }) => page.getByRole('button', { name: 'Confirm:' }).first().click() },
  { name: 'cancel', open: ({ page }) => page.getByRole('button', { name: 'Cancel:' }).first().click() },
];
const kindOfVoucher = (kind: string) => async (visitor: Visitor) => {
  await press('New voucher')(visitor);
  await visitor.page.getByLabel('What it gives').selectOption(kind);
};
export const OF_VOUCHERS: readonly Opening[] = [
  ...['Credit', 'Tokens', 'A plan'].map((kind) => ({ name: kind, open: kindOfVoucher(kind) })),
  {
    name: 'the code of a new one',
    open: async (visitor) => {
      await press('New voucher')(visitor);
      await visitor.page.getByLabel('Amount in CZK').fill('5');
      await visitor.page.getByLabel('Reason').fill('For the look of it');
      await pressInWindow('New voucher')(visitor);
      await visitor.page.getByRole('button', { name: 'I have saved the code' }).waitFor();
    },
    close: pressInWindow('I have saved the code'),
  },
  { name: 'withdraw', open: ({ page }) => page.getByRole('button', { name: 'Withdraw:' }).first().click() },
];
export const OF_BANK: readonly Opening[] = ['Import a statement', 'Assign: 404', 'Set aside: 404'].map(opened);
export const OF_PRICES: readonly Opening[] = [
  {
    name: 'a price from a later time',
    open: async (visitor) => {
      await press('New version of svc-glacier')(visitor);
      await visitor.page.getByLabel('From this time').check();
    },
  },
  ...['Change: Amounts of credit', 'New package'].map(opened),
];
export const OF_PLANS: readonly Opening[] = ['New plan', 'Change Pro'].map(opened);
