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
import { type FurnishedPerson, furnishedPerson } from '../support/furnished-person.ts';
import { PASSWORD, signedUp } from '../support/page-client.ts';
import { startService, type TestService } from '../support/service.ts';

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

beforeAll(async () => {
  service = await startService();
  jana = await furnishedPerson(service, 'jana@example.com');
  await signedUp(service, 'new@example.com');
  browser = await openBrowser();
}, LONG_MS);

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await service.stop();
});

const month = () => new Date().toISOString().slice(0, 7);

describe.each(LOOKS)('in %s, every page', (_, looks) => {
  test.each([
    ['outside', () => OUTSIDE, undefined],
    [
      'of somebody with much',
      () => [...INSIDE, `/requests/${jana.requestIds.at(-1)}`, `/statements/${month()}`],
      'jana@example.com',
    ],
    ['of somebody new', () => EMPTY, 'new@example.com'],
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

describe('every window of', () => {
  type Opening = readonly [name: string, open: (visitor: Visitor) => Promise<unknown>];
  const click = (name: string) => (visitor: Visitor) =>
    visitor.page.getByRole('button', { name, exact: true }).first().click();
  const windows: Readonly<Record<string, readonly Opening[]>> = {
    '/keys': [
      [
        'create',
        async (visitor) => {
          await click('Create a key')(visitor);
          await visitor.page.getByText('More rules').click();
          await visitor.page.getByLabel('Limit of credit').selectOption('In total');
        },
      ],
      ['edit', click('Edit: My editor')],
      ['replace', click('Replace: My editor')],
      ['revoke', click('Revoke: My editor')],
    ],
    '/account': [
      ['change e-mail', click('Change e-mail')],
      ['second factor', click('Turn on')],
      ['passkey', click('Add a passkey')],
      ['sign out elsewhere', click('Sign out everywhere else')],
      ['delete', click('Delete account')],
    ],
  };

  test.each(Object.entries(windows))(
    '%s is in order',
    async (path, openings) => {
      const visitor = await browser.visit(service, { colours: 'dark', screen: 'phone' });
      await signIn(visitor, jana.email, 'en');

      const problems: string[] = [];
      await openPage(visitor, path);
      for (const [name, open] of openings) {
        await open(visitor);
        await visitor.page.getByRole('dialog').waitFor();
        await whole(visitor);
        problems.push(...(await axeFindings(visitor.page)).map((finding) => `${name}: ${finding}`));
        if ((await overflowOf(visitor.page)) > 0) problems.push(`${name}: wider than a phone`);
        await visitor.page.keyboard.press('Escape');
        await visitor.page.getByRole('dialog').waitFor({ state: 'detached' });
      }

      expect(problems).toEqual([]);
      expect(visitor.complaints).toEqual([]);
      await visitor.context.close();
    },
    LONG_MS,
  );
});

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
