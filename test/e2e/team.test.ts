/** An organisation in the browser: a member is invited, joins, works within a role, and takes the organisation over. */
import { describe, expect, test } from 'bun:test';
import { axeFindings, goOn, openPage, overflowOf, signInQuietly } from '../support/browser.ts';
import { addLimit, setLimit } from '../support/limit-rows.ts';
import { linkFor, PASSWORD, signedUp } from '../support/page-client.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 600_000;
const site = openSite();

const WORDS = {
  en: {
    keyName: 'Name',
    belongsTo: 'Belongs to',
    me: 'Me',
    createKey: 'Create key',
    savedKey: 'I have saved the key',
    keyOf: 'key of',
    member: 'Member',
    download: 'Download my data',
    team: 'Team',
    email: 'E-mail',
    role: 'Role',
    viewer: 'Viewer',
    invite: 'Invite',
    name: 'Name of the organisation',
    save: 'Save',
    saved: 'Saved.',
    open: 'Open invitations',
    join: 'Join',
    choose: 'Organisation',
    admin: 'Admin',
    create: 'Create a key',
    handOver: 'Hand over',
    password: 'Your password',
    keys: 'API keys',
    owner: 'Owner',
    signUp: 'Create an account',
    signIn: 'Sign in',
    leave: 'Leave the organisation',
    wrong: 'This is not an e-mail address.',
    budget: 'Budget',
    wrongTokens: 'Type a whole number above zero, such as 500 000.',
    usedOf: '0 of 5,000 tokens this month',
  },
  cs: {
    keyName: 'Název',
    belongsTo: 'Patří',
    me: 'Mně',
    createKey: 'Vytvořit klíč',
    savedKey: 'Klíč mám uložený',
    keyOf: 'klíč člena',
    member: 'Člen',
    download: 'Stáhnout moje data',
    team: 'Tým',
    email: 'E-mail',
    role: 'Role',
    viewer: 'Čtenář',
    invite: 'Pozvat',
    name: 'Název organizace',
    save: 'Uložit',
    saved: 'Uloženo.',
    open: 'Otevřené pozvánky',
    join: 'Vstoupit',
    choose: 'Organizace',
    admin: 'Správce',
    create: 'Vytvořit klíč',
    handOver: 'Předat',
    password: 'Vaše heslo',
    keys: 'API klíče',
    owner: 'Vlastník',
    signUp: 'Vytvořit účet',
    signIn: 'Přihlásit se',
    leave: 'Opustit organizaci',
    wrong: 'Toto není e-mailová adresa.',
    budget: 'Rozpočet',
    wrongTokens: 'Zadejte celé číslo větší než nula, třeba 500 000.',
    usedOf: '0 z 5\u00a0000 tokenů tento měsíc',
  },
} as const;

describe.each([
  ['en', 'desktop'],
  ['cs', 'phone'],
] as const)('a team, in %s on a %s', (language, screen) => {
  test(
    'is invited, joins, works within its roles, and gets a new owner',
    async () => {
      const words = WORDS[language];
      const { service } = site;
      const [annas, dans] = [`anna-${language}@example.com`, `dan-${language}@example.com`];
      for (const email of [annas, dans]) {
        const client = await signedUp(service, email);
        await client.patch('/api/me', { language });
        const limits = [
          { unit: 'CZK', window: 'month', max: '512' },
          { unit: 'requests', window: 'minute', max: 77 },
        ];
        await client.patch('/api/billing/limits', { limits });
      }
      const anna = await site.visit({ language, screen });
      await signInQuietly(anna, annas, PASSWORD);
      const dan = await site.visit({ language, screen });

      // Anna names the organisation and invites Dan.
      await openPage(anna, '/team');
      await anna.page.getByLabel(words.name).fill(`Acme ${language}`);
      await anna.page.getByRole('button', { name: words.save }).click();
      await anna.page.getByText(words.saved).waitFor();
      await anna.page.getByLabel(words.email, { exact: true }).fill('nobody');
      await anna.page.getByRole('button', { name: words.invite, exact: true }).click();
      await anna.page.getByText(words.wrong).waitFor();
      await anna.page.getByLabel(words.email, { exact: true }).fill(dans);
      await anna.page.getByLabel(words.role, { exact: true }).selectOption({ label: words.viewer });
      await anna.page.getByRole('button', { name: words.invite, exact: true }).click();
      await anna.page.getByRole('heading', { name: words.open }).waitFor();
      expect(await axeFindings(anna.page)).toEqual([]);
      expect(await overflowOf(anna.page)).toBeLessThanOrEqual(0);

      // Dan opens the link, signs in, and joins.
      const link = new URL(linkFor(service, dans, 'invited'));
      await openPage(dan, `${link.pathname}${link.search}`);
      await dan.page.getByRole('link', { name: words.signUp }).waitFor();
      expect(await axeFindings(dan.page)).toEqual([]);
      await signInQuietly(dan, dans, PASSWORD);
      await openPage(dan, `${link.pathname}${link.search}`);
      await dan.page.getByRole('button', { name: words.join, exact: true }).click();
      await dan.page.waitForURL('**/keys');

      // As a viewer he sees the keys and cannot make one; in his own account he can.
      await dan.page.getByRole('heading', { level: 1 }).waitFor();
      expect(await dan.page.getByRole('button', { name: words.create }).count()).toBe(0);
      await goOn(dan, '/billing');
      await dan.page.locator('#page .credit').waitFor();
      expect(await dan.page.locator('#page button').count()).toBe(0);
      await goOn(dan, '/billing/limits');
      expect(await dan.page.locator('#page button').count()).toBe(0);
      const limits = dan.page.locator('#page .limit-list');
      await limits.getByText('512').waitFor();
      await limits.getByText('77').waitFor();
      expect(await axeFindings(dan.page)).toEqual([]);
      await goOn(dan, '/account');
      await dan.page.getByRole('link', { name: words.download }).waitFor();
      await dan.page.getByRole('main').getByLabel(words.choose).selectOption({ label: dans });
      await dan.page.waitForURL('**/keys');
      await dan.page.getByRole('button', { name: words.create }).first().waitFor();
      await openPage(dan, '/account');
      await dan.page
        .getByRole('main')
        .getByLabel(words.choose)
        .selectOption({ label: `Acme ${language}` });
      await dan.page.waitForURL('**/keys');

      // Anna makes a key of her own there, and sees usage by member.
      await goOn(anna, '/keys');
      await anna.page.getByRole('button', { name: words.create }).first().click();
      const keyDialog = anna.page.getByRole('dialog');
      await keyDialog.getByLabel(words.keyName, { exact: true }).fill('laptop');
      await keyDialog.getByLabel(words.belongsTo).selectOption({ label: words.me });
      expect(await axeFindings(anna.page)).toEqual([]);
      await keyDialog.getByRole('button', { name: words.createKey }).click();
      await anna.page.getByRole('button', { name: words.savedKey }).click();
      await anna.page.getByText(`${words.keyOf} ${annas}`).waitFor();
      await goOn(anna, '/usage');
      await anna.page.getByRole('button', { name: words.member, exact: true }).click();
      expect(await axeFindings(anna.page)).toEqual([]);
      expect(await overflowOf(anna.page)).toBeLessThanOrEqual(0);

      // Anna gives him a budget.
      await openPage(anna, '/team');
      await anna.page.getByRole('button', { name: `${words.budget}: ${dans}` }).click();
      const budget = anna.page.getByRole('dialog');
      await addLimit(budget, { unit: 'tokens', window: 'month', max: 'many' });
      await budget.getByRole('button', { name: words.save }).click();
      await budget.getByText(words.wrongTokens).waitFor();
      expect(await axeFindings(anna.page)).toEqual([]);
      await setLimit(budget, 0, { unit: 'tokens', window: 'month', max: '5000' });
      await budget.getByRole('button', { name: words.save }).click();
      await anna.page.locator('#page').getByText(words.usedOf).waitFor();

      // She makes him an admin, and then the owner.
      await anna.page
        .getByLabel(`${language === 'en' ? 'Role of ' : 'Role: '}${dans}`)
        .selectOption({ label: words.admin });
      await anna.page.getByRole('button', { name: `${words.handOver}: ${dans}` }).click();
      const dialog = anna.page.getByRole('dialog');
      expect(await axeFindings(anna.page)).toEqual([]);
      await dialog.getByLabel(words.password, { exact: true }).fill(PASSWORD);
      await dialog.getByRole('button', { name: words.handOver }).click();
      await anna.page.getByRole('button', { name: words.leave }).waitFor();
      await openPage(dan, '/team');
      await dan.page.getByRole('button', { name: `${words.handOver}: ${annas}` }).waitFor();
      expect(await axeFindings(dan.page)).toEqual([]);
      expect(await overflowOf(dan.page)).toBeLessThanOrEqual(0);

      // Anna leaves, and has an account of her own again.
      await anna.page.getByRole('button', { name: words.leave }).click();
      await anna.page.getByRole('dialog').getByRole('button', { name: words.leave }).click();
      await anna.page.getByRole('button', { name: words.invite, exact: true }).waitFor();
      expect(await anna.page.getByText(`Acme ${language}`).count()).toBe(0);
      expect([...anna.complaints, ...dan.complaints]).toEqual([]);
    },
    LONG_MS,
  );
});
