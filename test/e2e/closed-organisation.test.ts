/** An organisation is closed in the browser: its owner sees for whom else it ends, and a member finds out. */
import { describe, expect, test } from 'bun:test';
import { axeFindings, openPage, overflowOf, signInQuietly } from '../support/browser.ts';
import { linkFor, PASSWORD, pageClient, signedUp } from '../support/page-client.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 600_000;
const site = openSite({ env: { BOREAL_TRIAL: JSON.stringify({ czk: '20' }) } });

const WORDS = {
  en: {
    delete: 'Delete account',
    confirmEmail: 'to confirm',
    password: 'Password',
    action: 'Delete account forever',
    agree: 'Yes, close Acme en also for this member.',
    agreeMissing: 'Confirm first that the organisation is to end also for its other members.',
    closed: 'Your organisation is closed',
    make: 'Make an account of my own',
    keys: 'API keys',
  },
  cs: {
    delete: 'Smazat účet',
    confirmEmail: 'Pro potvrzení',
    password: 'Heslo',
    action: 'Navždy smazat účet',
    agree: 'Ano, zrušit organizaci Acme cs i pro tohoto člena.',
    agreeMissing: 'Nejdřív potvrďte, že organizace má skončit i pro ostatní členy.',
    closed: 'Vaše organizace je zrušená',
    make: 'Vytvořit vlastní účet',
    keys: 'API klíče',
  },
} as const;

/** Dan belongs to Anna's organisation, and to nothing else. */
async function annaAndDan(language: 'cs' | 'en') {
  const { service } = site;
  const [annas, dans] = [`anna-${language}@example.com`, `dan-${language}@example.com`];
  const anna = await signedUp(service, annas);
  await anna.patch('/api/me', { language });
  await anna.patch('/api/organisation', { name: `Acme ${language}` });
  await anna.post('/api/invitations', { email: dans, role: 'developer' });
  const invitation = new URL(linkFor(service, dans, 'invited')).searchParams.get('invitation');
  const dan = pageClient(service);
  await dan.post('/api/auth/sign-up/email', {
    name: 'Dan Novák',
    email: dans,
    password: PASSWORD,
    language,
    invitation,
  });
  await dan.post('/api/auth/sign-in/email', { email: dans, password: PASSWORD });
  expect((await dan.get('/api/me')).status).toBe(200);
  return { annas, dans };
}

describe.each([
  ['en', 'desktop'],
  ['cs', 'phone'],
] as const)('an organisation with a member, in %s on a %s', (language, screen) => {
  test(
    'is closed by an owner who sees for whom, and its member makes an account without trial credit',
    async () => {
      const words = WORDS[language];
      const { annas, dans } = await annaAndDan(language);
      const anna = await site.visit({ language, screen });
      const dan = await site.visit({ language, screen });
      await signInQuietly(anna, annas, PASSWORD);
      await signInQuietly(dan, dans, PASSWORD);

      // Anna is shown who Dan is, and must say that she means him too.
      await openPage(anna, '/account');
      await anna.page.getByRole('button', { name: words.delete }).click();
      const dialog = anna.page.getByRole('dialog');
      await dialog.getByText(`Dan Novák (${dans})`).waitFor();
      await dialog.getByLabel(words.confirmEmail).fill(annas);
      await dialog.getByLabel(words.password, { exact: true }).fill(PASSWORD);
      await dialog.getByRole('button', { name: words.action }).click();
      await dialog.getByText(words.agreeMissing).waitFor();
      expect(await axeFindings(anna.page)).toEqual([]);
      expect(await overflowOf(anna.page)).toBeLessThanOrEqual(0);
      await dialog.getByLabel(words.agree).check();
      await dialog.getByRole('button', { name: words.action }).click();
      await anna.page.waitForURL('**/sign-in?deleted');

      // Dan finds out, and goes on with an account of his own.
      await openPage(dan, '/keys');
      await dan.page.getByRole('heading', { level: 1, name: words.closed }).waitFor();
      expect(await axeFindings(dan.page)).toEqual([]);
      expect(await overflowOf(dan.page)).toBeLessThanOrEqual(0);
      await dan.page.getByRole('button', { name: words.make }).click();
      await dan.page.getByRole('heading', { level: 1, name: words.keys }).waitFor();
      const credit = await dan.page.evaluate<string>(
        "fetch('/api/billing').then((answer) => answer.json()).then(({ creditCzk }) => creditCzk)",
      );
      expect(credit).toBe('0');
      expect([...anna.complaints, ...dan.complaints]).toEqual([]);
    },
    LONG_MS,
  );
});
