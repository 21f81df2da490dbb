/**
 * Every page in a real browser: nothing for axe to find, nothing wider than a phone, nothing that jumps, and nothing that
 * the content policy has to stop; in both languages, in light and dark, wide and narrow.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  axeFindings,
  type Looks,
  layoutShiftOf,
  openBrowser,
  openPage,
  overflowOf,
  SCREENS,
  scriptBytesOf,
  signInQuietly,
  type TestBrowser,
  type Visitor,
  whole,
} from '../support/browser.ts';
import { busyOperator, OPERATOR_EMAIL } from '../support/busy-operator.ts';
import { type FurnishedOrders, furnishedOrders, SELLS_ALL_WAYS } from '../support/furnished-orders.ts';
import { type FurnishedPerson, furnishedPerson } from '../support/furnished-person.ts';
import { PASSWORD, signedUp } from '../support/page-client.ts';
import { startService, type TestService } from '../support/service.ts';
import { totpCode } from '../support/totp.ts';

const OUTSIDE = [
  '/sign-in',
  '/sign-up',
  '/welcome?invitation=abc',
  '/verified',
  '/verified?error=INVALID_TOKEN',
  '/forgotten',
  '/reset?token=abc',
  '/reset',
  '/two-factor',
];
const INSIDE = ['/keys', '/usage', '/billing', '/playground', '/quick-start', '/account', '/no/such/page'];
const EMPTY = ['/keys', '/usage', '/billing', '/playground'];
const OPERATOR = [
  '/operator',
  '/operator?search=nobody',
  '/operator/prices',
  '/operator/engines',
  '/operator/live',
  '/operator/service',
  '/operator/log',
  '/operator/no-such-part',
];
const SELLING = [
  '/operator/orders',
  '/operator/orders?status=disputed&method=bank&search=nobody',
  '/operator/vouchers',
];
/** What browsers call good. */
const SHIFT_MAX = 0.1;
const SCRIPT_BYTES_MAX = 150_000;
const LONG_MS = 90_000;

const LOOKS: readonly (readonly [string, Required<Looks>])[] = [
  ['English, light and wide', { language: 'en', colours: 'light', screen: 'desktop' }],
  ['Czech, dark and narrow', { language: 'cs', colours: 'dark', screen: 'phone' }],
];

let service: TestService;
let browser: TestBrowser;
let jana: FurnishedPerson;
let orders: FurnishedOrders;

beforeAll(async () => {
  service = await startService({ env: SELLS_ALL_WAYS });
  jana = await furnishedPerson(service, 'jana@example.com');
  orders = await furnishedOrders(service, jana.accountId);
  await signedUp(service, 'new@example.com');
  await signedUp(service, 'careful@example.com');
  await busyOperator(service, jana.accountId);
  // One for the live requests: it is refused, because the operator has suspended the account.
  await service.post({ model: 'svc-glacier', messages: [{ role: 'user', content: 'Hello' }] });
  browser = await openBrowser();
}, LONG_MS);

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await service.stop();
});

const month = () => new Date().toISOString().slice(0, 7);
const pagesOfOrders = () => [
  `/orders/${orders.open}`,
  `/orders/${orders.paid}`,
  `/orders/${orders.atCard}`,
  `/orders/${orders.atCard}?left`,
];
const customerPage = () => `/operator/customers/${jana.accountId}`;
const suspendedPage = () => `/operator/customers/${service.accountId}`;

describe.each(LOOKS)('in %s, every page', (_, looks) => {
  test.each([
    ['outside', () => OUTSIDE, undefined],
    [
      'of somebody with much',
      () => [...INSIDE, `/requests/${jana.requestIds.at(-1)}`, `/statements/${month()}`, ...pagesOfOrders()],
      'jana@example.com',
    ],
    ['of somebody new', () => EMPTY, 'new@example.com'],
    ['of the operator', () => OPERATOR, OPERATOR_EMAIL],
    ['about those who buy', () => [...SELLING, customerPage(), suspendedPage()], OPERATOR_EMAIL],
  ])(
    '%s is in order',
    async (_, paths, email) => {
      const visitor = await browser.visit(service, looks);
      if (email) await signIn(visitor, email, looks.language);

      const problems: string[] = [];
      for (const path of paths()) {
        await openPage(visitor, path);
        problems.push(...(await problemsOf(visitor, looks)).map((problem) => `${path}: ${problem}`));
      }

      expect(problems).toEqual([]);
      expect(visitor.complaints.filter((line) => line !== '404: /no/such/page')).toEqual([]);
      await visitor.context.close();
    },
    LONG_MS,
  );
});

type Opening = {
  readonly name: string;
  readonly open: (visitor: Visitor) => Promise<unknown>;
  /** By Escape where it is not said; a window that leads to the next one stays. */
  readonly close?: ((visitor: Visitor) => Promise<unknown>) | 'leads on';
};

const press = (name: string) => (visitor: Visitor) =>
  visitor.page.getByRole('button', { name, exact: true }).first().click();
const inWindow = ({ page }: Visitor) => page.getByRole('dialog');
const pressInWindow = (name: string) => (visitor: Visitor) =>
  inWindow(visitor).getByRole('button', { name, exact: true }).click();
const opened = (name: string): Opening => ({ name, open: press(name) });

const OF_KEYS: readonly Opening[] = [
  {
    name: 'create',
    open: async (visitor) => {
      await press('Create a key')(visitor);
      await visitor.page.getByText('More rules').click();
      await visitor.page.getByLabel('Limit of credit').selectOption('In total');
    },
  },
  ...['Edit: My editor', 'Replace: My editor', 'Revoke: My editor'].map(opened),
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
      await press('Replace: Shown once')(visitor);
      await pressInWindow('Replace')(visitor);
      await visitor.page.getByRole('button', { name: 'I have saved the key' }).waitFor();
    },
    close: pressInWindow('I have saved the key'),
  },
];

/** Turning the second factor on: each window leads to the next. */
const OF_SECOND_FACTOR: readonly Opening[] = [
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

const OF_ACCOUNT = ['Change e-mail', 'Turn on', 'Add a passkey', 'Sign out everywhere else', 'Delete account'];
const OF_CUSTOMER = [
  ...['Add credit', 'Correct credit', 'Refund', 'Add a package', 'Set the plan'],
  ...['Sign out everywhere', 'Suspend', 'Revoke: My editor'],
];
const OF_ORDERS: readonly Opening[] = [
  { name: 'confirm', open: ({ page }) => page.getByRole('button', { name: 'Confirm:' }).first().click() },
  { name: 'cancel', open: ({ page }) => page.getByRole('button', { name: 'Cancel:' }).first().click() },
];
const kindOfVoucher = (kind: string) => async (visitor: Visitor) => {
  await press('New voucher')(visitor);
  await visitor.page.getByLabel('What it gives').selectOption(kind);
};
const OF_VOUCHERS: readonly Opening[] = [
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
const OF_PRICES: readonly Opening[] = [
  {
    name: 'a price from a later time',
    open: async (visitor) => {
      await press('New version of svc-glacier')(visitor);
      await visitor.page.getByLabel('From this time').check();
    },
  },
  opened('New version of Pro'),
];

describe('every window of', () => {
  test.each<readonly [string, () => string, string, readonly Opening[]]>([
    ['keys', () => '/keys', 'jana@example.com', OF_KEYS],
    ['account', () => '/account', 'jana@example.com', OF_ACCOUNT.map(opened)],
    ['the second factor', () => '/account', 'careful@example.com', OF_SECOND_FACTOR],
    ['billing', () => '/billing', 'jana@example.com', [opened('Cancel the plan')]],
    ['playground', () => '/playground', 'jana@example.com', [opened('Clear')]],
    ['a customer', customerPage, OPERATOR_EMAIL, OF_CUSTOMER.map(opened)],
    ['a suspended customer', suspendedPage, OPERATOR_EMAIL, [opened('Lift the suspension')]],
    ['orders', () => '/operator/orders', OPERATOR_EMAIL, OF_ORDERS],
    ['vouchers', () => '/operator/vouchers', OPERATOR_EMAIL, OF_VOUCHERS],
    ['prices and plans', () => '/operator/prices', OPERATOR_EMAIL, OF_PRICES],
    ['engines', () => '/operator/engines', OPERATOR_EMAIL, [opened('Drain: main')]],
    ['the service', () => '/operator/service', OPERATOR_EMAIL, ['Change sign-up', 'Read it again'].map(opened)],
  ])(
    '%s is in order',
    async (_, path, email, openings) => {
      const visitor = await browser.visit(service, { colours: 'dark', screen: 'phone' });
      await signIn(visitor, email, 'en');

      const problems: string[] = [];
      await openPage(visitor, path());
      for (const { name, open, close } of openings) {
        await open(visitor);
        await inWindow(visitor).waitFor();
        await whole(visitor);
        problems.push(...(await axeFindings(visitor.page)).map((finding) => `${name}: ${finding}`));
        if ((await overflowOf(visitor.page)) > 0) problems.push(`${name}: wider than a phone`);
        if (close === 'leads on') continue;
        await (close ? close(visitor) : visitor.page.keyboard.press('Escape'));
        await inWindow(visitor).waitFor({ state: 'detached' });
      }

      expect(problems).toEqual([]);
      expect(visitor.complaints).toEqual([]);
      await visitor.context.close();
    },
    LONG_MS,
  );
});

test(
  'billing of a customer, as the operator sees it, is in order',
  async () => {
    const visitor = await browser.visit(service, { screen: 'phone' });
    await signIn(visitor, OPERATOR_EMAIL, 'en');
    await openPage(visitor, customerPage());
    await press('See as the customer')(visitor);
    await visitor.page.waitForURL('**/billing');
    await whole(visitor);

    await visitor.page.getByText(jana.email).first().waitFor();
    expect(await axeFindings(visitor.page)).toEqual([]);
    expect(await overflowOf(visitor.page)).toBe(0);
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  },
  LONG_MS,
);

async function signIn(visitor: Visitor, email: string, language: 'cs' | 'en'): Promise<void> {
  await signInQuietly(visitor, email, PASSWORD);
  const body = JSON.stringify({ language });
  await visitor.page.evaluate(
    `fetch('/api/me', { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '${body}' })`,
  );
}

async function problemsOf(visitor: Visitor, { language, screen }: Required<Looks>): Promise<readonly string[]> {
  const { page } = visitor;
  const shift = await layoutShiftOf(page);
  const findings = await axeFindings(page);
  await page.setViewportSize(SCREENS.phone);
  await whole(visitor);
  const overflow = await overflowOf(page);
  await page.setViewportSize(SCREENS[screen]);
  const spoken = await page.locator('html').getAttribute('lang');
  const scriptBytes = await scriptBytesOf(page);
  return [
    ...findings,
    ...(overflow > 0 ? [`${overflow} px wider than a phone`] : []),
    ...(shift > SHIFT_MAX ? [`jumps by ${shift}`] : []),
    ...(spoken === language ? [] : [`is in ${spoken}`]),
    ...(scriptBytes > SCRIPT_BYTES_MAX ? [`needs ${scriptBytes} bytes of script`] : []),
  ];
}
