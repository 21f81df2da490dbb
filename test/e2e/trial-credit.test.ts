/** A visitor reads that new accounts get credit, signs up, and has it, in both languages. */
import { describe, expect, test } from 'bun:test';
import { axeFindings, goOn, openPage, overflowOf, signInQuietly } from '../support/browser.ts';
import { linkFor, PASSWORD, signedUp } from '../support/page-client.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 600_000;
const MY_ROLE = "fetch('/api/me').then((me) => me.json()).then((me) => me.account.role)";
const site = openSite({ env: { BOREAL_TRIAL: JSON.stringify({ czk: '20' }) } });

const WORDS = {
  en: {
    ...{ home: 'New accounts get 20\u00a0CZK of credit to try it.', password: 'Password', create: 'Create account' },
    ...{ pricing: 'New accounts get 20\u00a0CZK of credit to try the service.', confirm: 'Confirm your address' },
    ...{ signUp: 'You get CZK 20.00 of credit to try the service.', credit: 'CZK 20.00' },
    reason: 'Credit to try the service',
    legal: [
      ['terms of service', '/en/terms'],
      ['privacy policy', '/en/privacy'],
    ],
  },
  cs: {
    ...{ home: 'Nové účty dostanou na vyzkoušení kredit 20\u00a0Kč.', password: 'Heslo', create: 'Vytvořit účet' },
    ...{ pricing: 'Nové účty dostanou na vyzkoušení kredit 20\u00a0Kč.', confirm: 'Potvrďte svou adresu' },
    ...{ signUp: 'Na vyzkoušení dostanete kredit 20,00\u00a0Kč.', credit: '20,00\u00a0Kč' },
    reason: 'Kredit na vyzkoušení',
    legal: [
      ['obchodními podmínkami', '/cs/terms'],
      ['zásady ochrany osobních údajů', '/cs/privacy'],
    ],
  },
} as const;

describe.each([
  ['en', 'desktop'],
  ['cs', 'phone'],
] as const)('trial credit, in %s on a %s', (language, screen) => {
  test(
    'is on the pages for visitors, and in the account of the person who signs up',
    async () => {
      const words = WORDS[language];
      const email = `new-${language}@example.com`;
      const visitor = await site.visit({ language, screen });
      const { page, complaints } = visitor;
      for (const [path, sentence] of [
        [`/${language}`, words.home],
        [`/${language}/pricing`, words.pricing],
      ] as const) {
        await openPage(visitor, path);
        await page.getByText(sentence, { exact: true }).waitFor();
      }

      await openPage(visitor, '/sign-up');
      await page.getByText(words.signUp, { exact: true }).waitFor();
      for (const [name, path] of words.legal) {
        expect(await page.getByRole('link', { name }).getAttribute('href')).toBe(path);
        expect((await fetch(new URL(path, site.service.url))).status).toBe(200);
      }
      expect(await axeFindings(page)).toEqual([]);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      await page.getByLabel('E-mail').fill(email);
      await page.getByRole('textbox', { name: words.password }).fill(PASSWORD);
      await page.getByRole('button', { name: words.create }).click();
      await page.getByRole('heading', { name: words.confirm }).waitFor();
      await page.goto(linkFor(site.service, email, 'verify'));
      await signInQuietly(visitor, email, PASSWORD);

      await openPage(visitor, '/billing');
      await page.locator('#page').getByText(words.credit, { exact: true }).first().waitFor();
      await goOn(visitor, `/statements/${await newestMonth()}`);
      await page.getByText(words.reason).first().waitFor();
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      expect(complaints).toEqual([]);
      await visitor.leave();

      async function newestMonth(): Promise<string> {
        return page.evaluate<string>("fetch('/api/statements').then((one) => one.json()).then((one) => one.months[0])");
      }
    },
    LONG_MS,
  );
});

test(
  'an invitation to an organisation promises no credit, and has the address that it is for',
  async () => {
    const owner = await signedUp(site.service, 'owner@example.com');
    await owner.post('/api/invitations', { email: 'invited@example.com', role: 'viewer' });
    const visitor = await site.visit();
    const { page, complaints } = visitor;

    await openPage(visitor, linkFor(site.service, 'invited@example.com', 'invited'));
    await page.getByRole('link', { name: 'Create an account' }).click();
    const address = page.getByLabel('E-mail');
    await address.waitFor();
    const shown = { email: await address.inputValue(), isFixed: await address.getAttribute('readonly') };
    const promises = await page.getByText('of credit to try the service').count();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'API keys' }).waitFor();

    expect([shown, promises]).toEqual([{ email: 'invited@example.com', isFixed: '' }, 0]);
    expect(await page.evaluate<string>(MY_ROLE)).toBe('viewer');
    expect(complaints).toEqual([]);
    await visitor.leave();
  },
  LONG_MS,
);
