/**
 * Every page in a real browser: nothing for axe to find, nothing wider than a phone, nothing that jumps, and nothing that
 * the content policy has to stop; in both languages, in light and dark, wide and narrow.
 */
import { beforeAll, expect, test } from 'bun:test';
import { nanos } from '../../src/core/money.ts';
import {
  axeFindings,
  brokenWords,
  goOn,
  type Looks,
  layoutShiftOf,
  openPage,
  overflowOf,
  ROW_PX_MAX,
  SCREENS,
  scriptBytesOf,
  signInQuietly,
  type Visitor,
  whole,
} from '../support/browser.ts';
import { busyOperator, OPERATOR_EMAIL } from '../support/busy-operator.ts';
import { furnishedBatches } from '../support/furnished-batches.ts';
import { type FurnishedOrders, furnishedOrders, SELLS_ALL_WAYS } from '../support/furnished-orders.ts';
import { type FurnishedPerson, furnishedPerson } from '../support/furnished-person.ts';
import { PASSWORD, signedUp } from '../support/page-client.ts';
import {
  inWindow,
  OF_ACCOUNT,
  OF_BANK,
  OF_BATCHES,
  OF_CUSTOMER,
  OF_KEYS,
  OF_ORDERS,
  OF_PLANS,
  OF_PRICES,
  OF_SECOND_FACTOR,
  OF_VOUCHERS,
  type Opening,
  opened,
  press,
} from '../support/page-windows.ts';
import { answerText } from '../support/scripted-upstream.ts';
import { openSite } from '../support/site.ts';
import { isThorough } from '../support/thorough.ts';

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
const BILLING = ['/billing', '/billing/buy', '/billing/limits', '/billing/documents'];
const INSIDE = [
  ...['/keys', '/tokens', '/usage', '/batches', ...BILLING, '/playground', '/quick-start'],
  ...['/team', '/activity', '/webhooks', '/account', '/no/such/page'],
];
const EMPTY = ['/keys', '/usage', '/batches', ...BILLING, '/playground'];
const OPERATOR = [
  '/operator',
  '/operator/customers',
  '/operator/customers?search=nobody',
  '/operator/models',
  '/operator/plans',
  '/operator/prices',
  '/operator/price-groups',
  '/operator/margins',
  '/operator/engines',
  '/operator/batches',
  '/operator/invoices',
  '/operator/live',
  '/operator/settings',
  '/operator/settings/sales',
  '/operator/settings/mail',
  '/operator/settings/terms',
  '/operator/settings/look',
  '/operator/service',
  '/operator/log',
  '/operator/tokens',
  '/operator/no-such-part',
];
const SELLING = [
  '/operator/orders',
  '/operator/orders?status=disputed&method=bank&search=nobody',
  '/operator/vouchers',
  '/operator/bank',
];
const NAME = 'Polární záře';
const MUCH = nanos(12_345_678n * 1_000_000_000n);
/** The layout shift that browsers call good. */
const SHIFT_MAX = 0.1;
const SCRIPT_BYTES_MAX = 150_000;
const LONG_MS = 600_000;

const LOOKS: readonly (readonly [string, Required<Looks>])[] = [
  ['English, light and wide', { language: 'en', colours: 'light', screen: 'desktop' }],
  ['Czech, dark and narrow', { language: 'cs', colours: 'dark', screen: 'phone' }],
];

const WINDOW = '[role=dialog]';
const WINDOW_LOOKS = {
  'light and wide': { colours: 'light', screen: 'desktop', part: WINDOW },
  'dark and narrow': { colours: 'dark', screen: 'phone', part: 'html' },
} as const;
/** Colours change with the scheme and widths with the screen, so that the other two rarely find more. */
const OTHER_WINDOW_LOOKS = {
  'light and narrow': { colours: 'light', screen: 'phone', part: WINDOW },
  'dark and wide': { colours: 'dark', screen: 'desktop', part: WINDOW },
} as const;

const windowLooks = Object.entries({ ...WINDOW_LOOKS, ...(isThorough ? OTHER_WINDOW_LOOKS : {}) });

const site = openSite({ env: { ...SELLS_ALL_WAYS, BOREAL_SERVICE_NAME: NAME } });
let jana: FurnishedPerson;
let orders: FurnishedOrders;

beforeAll(async () => {
  jana = await furnishedPerson(site.service, 'jana@example.com');
  const much = { accountId: jana.accountId, amount: MUCH, reason: 'For years', actor: 'operator', atMs: Date.now() };
  await site.service.stores.credits.grant(much);
  orders = await furnishedOrders(site.service, jana.accountId);
  await furnishedBatches(site.service, { accountId: jana.accountId, keyId: jana.keyIds[2]! });
  await signedUp(site.service, 'new@example.com');
  await signedUp(site.service, 'careful@example.com');
  // One whose engine claims what cannot be true, for the page of engines.
  site.service.upstream.play(answerText('Hi', { rawUsage: { prompt_tokens: 5000, completion_tokens: 1 } }));
  await site.service.post({ model: 'svc-glacier', messages: [{ role: 'user', content: 'Hello' }] });
  await busyOperator(site.service, jana.accountId);
  // One for the live requests: it is refused, because the operator has suspended the account.
  await site.service.post({ model: 'svc-glacier', messages: [{ role: 'user', content: 'Hello' }] });
}, LONG_MS);

const month = () => new Date().toISOString().slice(0, 7);
const pagesOfOrders = () => [
  `/orders/${orders.open}`,
  `/orders/${orders.paid}`,
  `/orders/${orders.atCard}`,
  `/orders/${orders.atCard}?left`,
];
const customerPage = () => `/operator/customers/${jana.accountId}`;
const suspendedPage = () => `/operator/customers/${site.service.accountId}`;

/** The people and the pages that they look at. Looking changes nothing that another sees, so all look at once. */
const lookers = (): readonly (readonly [email: string | undefined, paths: readonly string[]])[] => [
  [undefined, OUTSIDE],
  [
    'jana@example.com',
    [...INSIDE, `/requests/${jana.requestIds.at(-1)}`, `/statements/${month()}`, ...pagesOfOrders()],
  ],
  ['new@example.com', EMPTY],
  [OPERATOR_EMAIL, OPERATOR],
  [OPERATOR_EMAIL, [...SELLING, customerPage(), suspendedPage()]],
];

test.each(LOOKS)(
  'in %s, every page is in order',
  async (_, looks) => {
    const problems = await Promise.all(
      lookers().map(async ([email, paths]) => {
        const visitor = await site.visit(looks);
        if (email) await signIn(visitor, email, looks.language);
        const found: string[] = [];
        for (const [at, path] of paths.entries()) {
          await (at > 0 && email && goesOn(looks) ? goOn : openPage)(visitor, path);
          found.push(...(await problemsOf(visitor, looks)).map((problem) => `${path}: ${problem}`));
        }
        found.push(...visitor.complaints.filter((line) => line !== '404: /no/such/page'));
        await visitor.leave();
        return found;
      }),
    );

    expect(problems.flat()).toEqual([]);
  },
  LONG_MS,
);

/** Each page is opened by its address in one look, and reached from another page in the other. */
const goesOn = ({ screen }: Looks): boolean => screen === 'phone' && !isThorough;

type Windows = readonly [path: string, openings: readonly Opening[]];

/** Each walks from window to window: what one does in a window may be seen in the next. */
const walkers = (): readonly (readonly [email: string, windows: readonly Windows[]])[] => [
  [
    'jana@example.com',
    [
      ['/keys', OF_KEYS],
      ['/batches', OF_BATCHES],
      ['/account', OF_ACCOUNT.map(opened)],
      ['/billing', [opened('Cancel the plan')]],
      ['/playground', [opened('Delete')]],
    ],
  ],
  ['careful@example.com', [['/account', OF_SECOND_FACTOR]]],
  [
    OPERATOR_EMAIL,
    [
      [customerPage(), OF_CUSTOMER.map(opened)],
      [suspendedPage(), [opened('Lift the suspension')]],
      ['/operator/models', ['Add a model', 'Change svc-frost', 'Remove svc-frost'].map(opened)],
      ['/operator/plans', OF_PLANS],
      ['/operator/prices', OF_PRICES],
      ['/operator/batches', [opened('Pause batches')]],
      ['/operator/engines', ['Drain: main', 'Add an engine'].map(opened)],
      ['/operator/settings', [opened('Change sign-up')]],
      ['/operator/service', [opened('Read it again')]],
    ],
  ],
  [
    OPERATOR_EMAIL,
    [
      ['/operator/orders', OF_ORDERS],
      ['/operator/vouchers', OF_VOUCHERS],
      ['/operator/bank', OF_BANK],
    ],
  ],
];

test(
  'every window is in order, light and wide, dark and narrow',
  async () => {
    const problems = await Promise.all(
      walkers().map(async ([email, windows]) => {
        const visitor = await site.visit();
        await signIn(visitor, email, 'en');
        const found: string[] = [];
        for (const [at, [path, openings]] of windows.entries()) {
          await (at > 0 ? goOn : openPage)(visitor, path);
          for (const opening of openings) found.push(...(await problemsOfWindow(visitor, opening)));
        }
        found.push(...visitor.complaints);
        await visitor.leave();
        return found;
      }),
    );

    expect(problems.flat()).toEqual([]);
  },
  LONG_MS,
);

test(
  'billing of a customer, as the operator sees it, is in order',
  async () => {
    const visitor = await site.visit({ screen: 'phone' });
    await signIn(visitor, OPERATOR_EMAIL, 'en');
    await openPage(visitor, customerPage());
    await press('See as the customer')(visitor);
    await visitor.page.waitForURL('**/billing');
    await whole(visitor);

    await visitor.page.getByText(jana.email).filter({ visible: true }).first().waitFor();
    expect(await axeFindings(visitor.page)).toEqual([]);
    expect(await overflowOf(visitor.page)).toBe(0);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
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

/** Texts that are cut off at the side, rows of several lines, amounts that go on in the next line, and tables that are wider than their card. */
const TORN = `[
  ...[...document.querySelectorAll('.scroll-x')].filter((it) => it.scrollWidth > it.clientWidth).map(() => 'is cut off'),
  ...[...document.querySelectorAll('.figure strong, .credit dd, .key-spend dd')]
    .filter((it) => it.getBoundingClientRect().height > 1.9 * Number.parseFloat(getComputedStyle(it).fontSize))
    .map((it) => 'breaks ' + it.textContent),
  ...[...document.querySelectorAll('.card table')]
    .filter((it) => it.getBoundingClientRect().right > it.closest('.card').getBoundingClientRect().right + 1)
    .map((it) => 'sticks out: ' + it.textContent.slice(0, 40)),
  ...[...document.querySelectorAll('.has-line')]
    .filter((it) => {
      // A few rows are open from the beginning: closed, it is to be one line, too.
      const isOpen = it.classList.contains('open');
      it.classList.remove('open');
      const isHigh = getComputedStyle(it).display === 'flex' && it.getBoundingClientRect().height > ${ROW_PX_MAX};
      it.classList.toggle('open', isOpen);
      return isHigh;
    })
    .map((it) => 'takes more than a line: ' + it.textContent.slice(0, 40)),
]`;

/** Opens a window, looks at it in every look, and closes it. The page behind it is looked at once. */
async function problemsOfWindow(visitor: Visitor, { name, open, close }: Opening): Promise<readonly string[]> {
  const { page } = visitor;
  const problems: string[] = [];
  await open(visitor);
  await inWindow(visitor).waitFor();
  for (const [look, { colours, screen, part }] of windowLooks) {
    await page.emulateMedia({ colorScheme: colours, reducedMotion: 'reduce' });
    await page.setViewportSize(SCREENS[screen]);
    await whole(visitor);
    const findings = [...(await axeFindings(page, part))];
    if ((await overflowOf(page)) > 0) findings.push('wider than the screen');
    problems.push(...findings.map((finding) => `${name}, ${look}: ${finding}`));
  }
  // A row that is one line on a phone would hide the button of the next window.
  await page.setViewportSize(SCREENS.desktop);
  if (close === 'leads on') return problems;
  await (close ? close(visitor) : page.keyboard.press('Escape'));
  await inWindow(visitor).waitFor({ state: 'detached' });
  return problems;
}

async function problemsOf(visitor: Visitor, { language, screen }: Required<Looks>): Promise<readonly string[]> {
  const { page } = visitor;
  const shift = await layoutShiftOf(page);
  const findings = await axeFindings(page);
  const broken = [...(await brokenWords(page)), ...(await page.evaluate<string[]>(TORN))];
  await page.setViewportSize(SCREENS.phone);
  await whole(visitor);
  const overflow = await overflowOf(page);
  const torn = [...(await page.evaluate<string[]>(TORN)), ...(await brokenWords(page))];
  await page.setViewportSize(SCREENS[screen]);
  const spoken = await page.locator('html').getAttribute('lang');
  const scriptBytes = await scriptBytesOf(page);
  const title = await page.title();
  return [
    ...findings,
    ...broken,
    ...torn,
    ...(title.endsWith(` · ${NAME}`) ? [] : [`is titled ${title}`]),
    ...(overflow > 0 ? [`${overflow} px wider than a phone`] : []),
    ...(shift > SHIFT_MAX ? [`jumps by ${shift}`] : []),
    ...(spoken === language ? [] : [`is in ${spoken}`]),
    ...(scriptBytes > SCRIPT_BYTES_MAX ? [`needs ${scriptBytes} bytes of script`] : []),
  ];
}
