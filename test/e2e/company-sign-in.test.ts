/** A company sets up its own sign-in on the page *Team*, and a colleague comes in by it: a real name server and provider. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { MeView } from '../../src/features/sign-in/contract.ts';
import { axeFindings, goOn, openPage, overflowOf, signInQuietly, whole } from '../support/browser.ts';
import { OPERATOR_EMAIL, signedUpOperator } from '../support/busy-operator.ts';
import { startNameServer } from '../support/name-server.ts';
import { startProvider } from '../support/oidc-provider.ts';
import { PASSWORD, signedUp } from '../support/page-client.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 600_000;
const names = await startNameServer();
const provider = startProvider();
const organisations = { dnsServers: [names.address], allowPrivateProviders: true };
const site = openSite({ env: { BOREAL_ORGANISATIONS: JSON.stringify(organisations) } });
beforeAll(async () => void (await signedUpOperator(site.service)), LONG_MS);
afterAll(async () => {
  await provider[Symbol.asyncDispose]();
  await names[Symbol.asyncDispose]();
});

const WORDS = {
  en: {
    domains: 'Mail domains',
    domain: 'Domain',
    claim: 'Add domain',
    check: 'Check the record',
    noRecord: 'The record was not found.',
    verified: 'verified',
    setUp: 'Set up sign-in',
    issuer: 'Issuer',
    clientId: 'Client ID',
    secret: 'Client secret',
    role: 'Role of new colleagues',
    viewer: 'Viewer',
    save: 'Save',
    wrong: 'Type an address that begins with https://',
    unreachable: 'The provider does not answer at this address',
    summary: 'New colleagues get the role Viewer.',
    disable: 'Disable',
    enable: 'Enable',
    off: 'is off.',
    on: 'is on.',
    change: 'Change',
    require: 'Require it',
    required: 'required',
    remove: 'Remove sign-in',
    removed: 'is removed.',
    email: 'E-mail',
    company: 'Sign in with your company',
    unknown: 'No company has set up its own sign-in',
    keys: 'API keys',
    own: 'Your own sign-in',
    yourself: 'Sign in yourself',
    seen: `${provider.issuer} · On · sign-in required`,
    refusals: {
      organisation_domain: 'outside the company’s mail domain',
      organisation_unverified: 'is not confirmed',
      organisation_left: 'You have left this organisation',
      organisation_not_linked: 'cannot sign in to this account',
      organisation_off: 'has turned its sign-in off',
      organisation_full: 'no room for another member',
      ORGANISATION_SIGN_IN_REQUIRED: 'wants you to sign in at its own provider',
      sign_up_closed: 'New accounts cannot be made here now',
      constructor: 'Signing in there did not work',
    },
  },
  cs: {
    domains: 'E-mailové domény',
    domain: 'Doména',
    claim: 'Přidat doménu',
    check: 'Ověřit záznam',
    noRecord: 'Záznam se nepodařilo najít.',
    verified: 'ověřená',
    setUp: 'Nastavit přihlášení',
    issuer: 'Vydavatel (issuer)',
    clientId: 'ID klienta',
    secret: 'Tajný klíč klienta',
    role: 'Role nových kolegů',
    viewer: 'Čtenář',
    save: 'Uložit',
    wrong: 'Zadejte adresu, která začíná https://',
    unreachable: 'Poskytovatel na této adrese neodpovídá',
    summary: 'Noví kolegové dostanou roli Čtenář.',
    disable: 'Vypnout',
    enable: 'Zapnout',
    off: 'je vypnuté.',
    on: 'je zapnuté.',
    change: 'Změnit',
    require: 'Vyžadovat',
    required: 'povinné',
    remove: 'Odebrat přihlášení',
    removed: 'je odebrané.',
    email: 'E-mail',
    company: 'Přihlásit se přes firmu',
    unknown: 'Pro tuto adresu žádná firma',
    keys: 'API klíče',
    own: 'Vlastní přihlášení',
    yourself: 'Přihlásit se sami',
    seen: `${provider.issuer} · Zapnuté · povinné přihlášení`,
    refusals: {
      organisation_domain: 'mimo její e-mailovou doménu',
      organisation_unverified: 'není vaše adresa potvrzená',
      organisation_left: 'Tuto organizaci jste opustili',
      organisation_not_linked: 'K tomuto účtu se přes poskytovatele',
      organisation_off: 'své přihlášení vypnula',
      organisation_full: 'už není místo pro dalšího člena',
      ORGANISATION_SIGN_IN_REQUIRED: 'vyžaduje přihlášení u svého poskytovatele',
      sign_up_closed: 'Nové účty tu teď vytvořit nelze',
      constructor: 'Přihlášení přes tohoto poskytovatele se nepovedlo',
    },
  },
} as const;

describe.each([
  { language: 'en', screen: 'desktop' },
  { language: 'cs', screen: 'phone' },
] as const)('the sign-in of a company, in $language on a $screen', ({ language, screen }) => {
  const words = WORDS[language];
  const domain = `firma-${language}.example`;

  test(
    'is set up by the owner, and lets a new colleague in',
    async () => {
      const client = await signedUp(site.service, `anna@${domain}`);
      await client.patch('/api/organisation', { name: `Firma ${language}` });
      await client.patch('/api/me', { language });
      const anna = await site.visit({ language, screen });
      await signInQuietly(anna, `anna@${domain}`, PASSWORD);
      await openPage(anna, '/team');
      const { page } = anna;
      const press = (action: string) => page.getByRole('button', { name: `${action}: ${domain}` }).click();

      // She claims the domain, and verifies it when its record is in DNS.
      await page.getByText(words.domains, { exact: true }).click();
      await page.getByLabel(words.domain, { exact: true }).fill(domain);
      await page.getByRole('button', { name: words.claim, exact: true }).click();
      const card = page.getByRole('region', { name: domain });
      await press(words.check);
      await card.getByText(words.noRecord).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      names.records.set(`_boreal.${domain}`, [(await card.locator('code').nth(1).textContent())!]);
      await press(words.check);
      await card.getByText(words.verified, { exact: true }).waitFor();

      // She sets the provider up. What is wrong is said at its field or above the button.
      await press(words.setUp);
      const dialog = page.getByRole('dialog');
      const save = () => dialog.getByRole('button', { name: words.save }).click();
      await dialog.getByText('/api/auth/callback/dom_').waitFor();
      await save();
      await dialog.getByText(words.wrong).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await dialog.getByLabel(words.issuer).fill('http://127.0.0.1:9');
      await dialog.getByLabel(words.clientId).fill('boreal');
      await dialog.getByLabel(words.secret).fill('oidc-secret');
      await dialog.getByLabel(words.role).selectOption({ label: words.viewer });
      await save();
      await dialog.getByText(words.unreachable).waitFor();
      await dialog.getByLabel(words.issuer).fill(provider.issuer);
      await save();
      await card.getByText(words.summary).waitFor();
      await dialog.waitFor({ state: 'detached' });
      expect(await axeFindings(page)).toEqual([]);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);

      // A change keeps the secret.
      await press(words.change);
      await dialog.getByLabel(words.require).check();
      await save();
      await card.getByText(words.required, { exact: true }).waitFor();

      // Disabled, it lets no one in; enabled again, a new colleague.
      await press(words.disable);
      await page.getByText(words.off).waitFor();
      const jana = await site.visit({ language, screen });
      provider.person = { sub: `jana-${language}`, email: `jana@${domain}` };
      await openPage(jana, '/sign-in');
      await jana.page.getByLabel(words.email).fill(`jana@${domain}`);
      await jana.page.getByRole('button', { name: words.company }).click();
      await jana.page.getByText(words.unknown).waitFor();
      expect(await axeFindings(jana.page)).toEqual([]);
      await press(words.enable);
      await page.getByText(words.on).waitFor();
      await jana.page.getByRole('button', { name: words.company }).click();
      await jana.page.getByRole('heading', { name: words.keys }).waitFor();
      await goOn(jana, '/team');
      await jana.page.locator('#page').getByText(`anna@${domain}`).first().waitFor();
      const me = await jana.page.evaluate<MeView>('fetch("/api/me").then((answer) => answer.json())');
      expect(me).toMatchObject({ email: `jana@${domain}`, account: { name: `Firma ${language}`, role: 'viewer' } });

      // How she signs in herself is out of reach of the company's sign-in.
      await goOn(jana, '/account');
      await jana.page.getByRole('heading', { name: words.own }).waitFor();
      expect(await axeFindings(jana.page)).toEqual([]);
      expect(await overflowOf(jana.page)).toBeLessThanOrEqual(0);
      await jana.page.getByRole('button', { name: words.yourself }).click();
      await jana.page.getByLabel(words.email).waitFor();

      // The operator sees it.
      const olga = await site.visit({ language, screen });
      await signInQuietly(olga, OPERATOR_EMAIL, PASSWORD);
      await olga.page.evaluate(
        `fetch('/api/me', { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{"language":"${language}"}' })`,
      );
      await openPage(olga, `/operator/customers/${me.account.id}`);
      await olga.page.locator('#page').getByText(words.seen).waitFor();
      expect(await axeFindings(olga.page)).toEqual([]);
      await olga.leave();

      // Anna removes the sign-in; Jana stays.
      await press(words.remove);
      await dialog.getByRole('button', { name: words.remove }).click();
      await page.getByText(words.removed).waitFor();
      await page.getByRole('button', { name: `${words.setUp}: ${domain}` }).waitFor();
      await openPage(anna, '/team');
      await page.locator('#page').getByText(`jana@${domain}`).first().waitFor();
      expect([...anna.complaints, ...jana.complaints]).toEqual([]);
      await anna.leave();
      await jana.leave();
    },
    LONG_MS,
  );

  test(
    'says in a sentence of its own why a person is not signed in',
    async () => {
      const visitor = await site.visit({ language, screen });
      for (const [code, sentence] of Object.entries(words.refusals)) {
        await openPage(visitor, `/sign-in?error=${code}`);
        expect(await visitor.page.getByRole('status').first().textContent()).toContain(sentence);
      }
      await whole(visitor);
      expect(await axeFindings(visitor.page)).toEqual([]);
      expect(visitor.complaints).toEqual([]);
      await visitor.leave();
    },
    LONG_MS,
  );
});
