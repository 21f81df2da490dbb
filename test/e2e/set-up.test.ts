/** From a new service to the first paid request, on pages alone: the file says nothing, in both languages and sizes. */
import { afterAll, describe, expect, test } from 'bun:test';
import type { Locator } from 'playwright-core';
import { startAres } from '../support/ares-stand-in.ts';
import {
  axeFindings,
  goOn,
  openBrowser,
  openPage,
  overflowOf,
  signInQuietly,
  type Visitor,
  whole,
} from '../support/browser.ts';
import { OPERATOR_EMAIL, signedUpOperator } from '../support/busy-operator.ts';
import { BANK } from '../support/furnished-orders.ts';
import { SELLER_SETTING } from '../support/known-sellers.ts';
import { startMailServer } from '../support/mail-server.ts';
import { PASSWORD, type PageClient, pageClient } from '../support/page-client.ts';
import { startService, type TestService, until } from '../support/service.ts';
import { isThorough } from '../support/thorough.ts';
import { totpCode } from '../support/totp.ts';

const LONG_MS = 600_000;

const WORDS = {
  en: {
    ...{ setUp: 'Set-up', left: '0 of 10 done', nothing: /^Nothing\. Engines/ },
    ...{
      save: 'Save',
      saved: 'Done, and written in the log',
      fromRegister: 'Fill in from the register (ARES)',
      test: 'Send a test e-mail',
    },
    ...{ next: 'Next step: Turn on two-factor sign-in', twoFactor: 'Two-factor sign-in' },
    ...{ noCompanyId: /^This is not an IČO/, notInRegister: 'The register has no company with this IČO.' },
    ...{ name: 'Name the service', serviceName: 'Name of the service', address: 'Set the public address' },
    ...{ seller: 'Say who sells', companyId: 'Company number (IČO)', company: 'Name of the company' },
    ...{
      payment: 'Set the bank account',
      iban: 'IBAN',
      terms: 'Publish terms and privacy',
      mail: 'Set the mail server',
    },
    ...{ host: 'Mail server', port: 'Port', user: 'User name', password: 'Password', from: 'Sender' },
    ...{
      plain: 'Send the password also without TLS',
      sent: `The mail server has taken an e-mail for ${OPERATOR_EMAIL}.`,
    },
    ...{ termsCs: 'Terms in Czech', termsEn: 'Terms in English' },
    ...{ privacyCs: 'Privacy in Czech', privacyEn: 'Privacy in English' },
    ...{ titles: { name: 'Name', address: 'Public address', seller: 'Seller', bank: 'Bank account', mail: 'E-mail' } },
    termsTitle: 'Terms and privacy',
    ...{ models: 'Choose the first models', preset: 'Choose: Variant A' },
    ...{ confirm: 'Confirm', received: 'Amount on the bank statement, in CZK', confirmPayment: 'Confirm the payment' },
    ...{ secondFactor: 'Turn on two-factor sign-in', turnOn: 'Turn on', proceed: 'Continue' },
    ...{ code: 'Code from the app', kept: 'I have kept the codes' },
  },
  cs: {
    ...{ setUp: 'První nastavení', left: 'hotovo 0 z 10', nothing: /^Nic\./ },
    ...{
      save: 'Uložit',
      saved: 'Hotovo. Zásah je zapsaný v záznamu',
      fromRegister: 'Doplnit z registru (ARES)',
      test: 'Poslat zkušební e-mail',
    },
    ...{ next: 'Další krok: Zapněte dvoufázové přihlášení', twoFactor: 'Dvoufázové přihlášení' },
    ...{ noCompanyId: /^To není IČO/, notInRegister: 'Firmu s tímto IČO registr nezná.' },
    ...{ name: 'Pojmenujte službu', serviceName: 'Název služby', address: 'Nastavte veřejnou adresu' },
    ...{ seller: 'Vyplňte prodávajícího', companyId: 'IČO', company: 'Název firmy' },
    ...{ payment: 'Nastavte bankovní účet', iban: 'IBAN', terms: 'Zveřejněte podmínky a ochranu údajů' },
    ...{ mail: 'Nastavte poštovní server' },
    ...{ host: 'Poštovní server', port: 'Port', user: 'Uživatelské jméno', password: 'Heslo', from: 'Odesílatel' },
    ...{ plain: 'Poslat heslo i bez TLS', sent: `Poštovní server převzal e-mail pro ${OPERATOR_EMAIL}.` },
    ...{ termsCs: 'Podmínky česky', termsEn: 'Podmínky anglicky' },
    ...{ privacyCs: 'Ochrana údajů česky', privacyEn: 'Ochrana údajů anglicky' },
    ...{
      titles: {
        name: 'Název',
        address: 'Veřejná adresa',
        seller: 'Prodávající',
        bank: 'Bankovní účet',
        mail: 'E-mail',
      },
    },
    termsTitle: 'Podmínky a ochrana údajů',
    ...{ models: 'Vyberte první modely', preset: 'Vybrat: Varianta A' },
    ...{ confirm: 'Potvrdit', received: 'Částka podle bankovního výpisu v Kč', confirmPayment: 'Potvrdit platbu' },
    ...{ secondFactor: 'Zapněte dvoufázové přihlášení', turnOn: 'Zapnout', proceed: 'Pokračovat' },
    ...{ code: 'Kód z aplikace', kept: 'Kódy mám uložené' },
  },
} as const;

const browser = await openBrowser();
afterAll(() => browser[Symbol.asyncDispose]());

/** Words change with the language and widths with the screen: the other two rarely find more. */
const ONES = [
  ['en', 'desktop'],
  ['cs', 'phone'],
] as const;
const OTHERS = [
  ['en', 'phone'],
  ['cs', 'desktop'],
] as const;

describe.each([...ONES, ...(isThorough ? OTHERS : [])])('a new service in %s at a %s', (language, screen) => {
  test(
    'is set up on pages, and its first request is paid',
    async () => {
      await using closing = new AsyncDisposableStack();
      const mail = closing.use(await startMailServer());
      const ares = closing.use(startAres());
      const env = { BOREAL_PAYMENTS: JSON.stringify({ ares: { url: ares.url } }) };
      const service = closing.use(await startService({ catalogue: 'asked', env, creditNanos: 0n }));
      const operator = await signedUpOperator(service);
      await operator.patch('/api/me', { language });
      const visitor = await browser.visit(service, { language, screen });
      await signInQuietly(visitor, OPERATOR_EMAIL, PASSWORD);
      const words = WORDS[language];
      const { page } = visitor;

      await openPage(visitor, '/operator');
      await page.getByRole('heading', { name: words.setUp }).waitFor();
      await page.getByText(words.left, { exact: true }).waitFor();
      expect(await page.getByText(words.nothing).count()).toBe(0);
      await expectSound(visitor);
      await fillForms(visitor, words, mail.setting);
      expect(mail.emails.map(({ to }) => to)).toEqual([[OPERATOR_EMAIL]]);
      const anna = await signedUpWith(service, mail.emails);
      await chooseModels(visitor, words);
      await confirm(visitor, words, await orderedBy(anna));
      await turnOnSecondFactor(visitor, words);

      const { json } = await anna.post('/api/keys', { name: 'first' });
      const client = service.client({ apiKey: String(json.secret) });
      const answer = await client.chat.completions.create({
        ...{ model: 'svc-frost', messages: [{ role: 'user', content: 'hi' }], max_tokens: 10 },
      });
      expect(answer.choices[0]!.message.content).not.toBe('');
      expect(Number((await anna.get('/api/billing')).json.creditCzk)).toBeLessThan(100);
      await openPage(visitor, '/operator');
      expect(await page.getByRole('heading', { name: words.setUp }).count()).toBe(0);
      expect(visitor.complaints).toEqual([]);
    },
    LONG_MS,
  );
});

type Words = (typeof WORDS)['en' | 'cs'];

/** Every form from the link of its step. */
async function fillForms(visitor: Visitor, words: Words, smtp: string): Promise<void> {
  const { page } = visitor;
  const form = async (
    step: string,
    title: string,
    fill: (named: (label: string) => ReturnType<typeof page.getByLabel>) => Promise<void>,
  ) => {
    await goOn(visitor, '/operator');
    await page.getByRole('link', { name: step }).click();
    const card = page.getByRole('form', { name: title, exact: true });
    await card.waitFor();
    await fill((label) => card.getByLabel(label, { exact: true }));
    await card.getByRole('button', { name: words.save }).click();
    await page.getByText(words.saved).first().waitFor();
    await whole(visitor);
    return card;
  };
  await form(words.name, words.titles.name, (named) => named(words.serviceName).fill('Polárka'));
  await expectSound(visitor);
  await form(words.address, words.titles.address, async () => {});
  await page.getByRole('link', { name: words.next }).click();
  const factor = page.getByRole('heading', { name: words.twoFactor });
  await until('the form of the next step is in sight', () => isInSight(factor));
  await form(words.seller, words.titles.seller, async (named) => {
    const askRegister = () => page.getByRole('button', { name: words.fromRegister }).click();
    await askRegister();
    await page.getByText(words.noCompanyId).waitFor();
    await named(words.companyId).fill('12345679');
    await askRegister();
    await page.getByText(words.notInRegister).waitFor();
    await named(words.companyId).fill(SELLER_SETTING.companyId);
    await askRegister();
    const company = named(words.company);
    await until('the company is filled in', async () => (await company.inputValue()) === SELLER_SETTING.name);
  });
  await form(words.payment, words.titles.bank, (named) => named(words.iban).fill(BANK.iban));
  await form(words.terms, words.termsTitle, async (named) => {
    for (const label of [words.termsCs, words.termsEn, words.privacyCs, words.privacyEn]) {
      await named(label).fill(`# ${label}`);
    }
  });
  const { host, port, user, password, from } = JSON.parse(smtp) as Readonly<Record<string, string>>;
  await form(words.mail, words.titles.mail, async (named) => {
    await named(words.host).fill(host!);
    await named(words.port).fill(String(port));
    await named(words.user).fill(user!);
    await named(words.password).fill(password!);
    await named(words.plain).check();
    await named(words.from).fill(from!);
  });
  await page.getByRole('button', { name: words.test }).click();
  await page.getByText(words.sent).waitFor();
  await expectSound(visitor);
}

/** On the screen, and not below what stays at its edge. */
const isInSight = (part: Locator): Promise<boolean> =>
  part.evaluate((it) => {
    const { x, y } = it.getBoundingClientRect();
    return it.contains(it.ownerDocument.elementFromPoint(x + 2, y + 2));
  });

async function expectSound({ page }: Visitor): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
}

/** The link that confirms the address is in an e-mail now, and not in the log. */
async function signedUpWith(
  service: TestService,
  emails: readonly { readonly to: readonly string[]; readonly text: string }[],
): Promise<PageClient> {
  const client = pageClient(service);
  const email = 'anna@example.com';
  const { legal } = (await client.get('/api/service')).json as { legal: { version: string } };
  const person = { name: 'Anna', email, password: PASSWORD, acceptedTerms: legal.version };
  await client.post('/api/auth/sign-up/email', person);
  const sent = () => emails.find(({ to }) => to.includes(email))?.text;
  await until('the e-mail with the link', () => sent() !== undefined);
  const link = new URL(/http\S{1,2000}/.exec(sent()!)![0]);
  await client.get(link.pathname + link.search);
  return client;
}

async function chooseModels(visitor: Visitor, words: Words): Promise<void> {
  const { page } = visitor;
  await goOn(visitor, '/operator');
  await page.getByRole('link', { name: words.models }).click();
  const preset = page.getByRole('button', { name: words.preset });
  await preset.click();
  await preset.waitFor({ state: 'detached' });
  await expectSound(visitor);
}

/** The variable symbol of an order that waits for a transfer. */
async function orderedBy(anna: PageClient): Promise<string> {
  const { termsVersion } = (await anna.get('/api/offers')).json;
  const wish = { offer: 'credit-100', method: 'bank', acceptedTerms: termsVersion, beginAtOnce: true };
  const { order } = (await anna.post('/api/orders', wish)).json as { order: { bank: { variableSymbol: string } } };
  return order.bank.variableSymbol;
}

async function confirm(visitor: Visitor, words: Words, symbol: string): Promise<void> {
  const { page } = visitor;
  await goOn(visitor, '/operator/orders');
  await page.getByRole('button', { name: `${words.confirm}: ${symbol}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words.received).fill('100');
  await dialog.getByRole('button', { name: words.confirmPayment }).click();
  await dialog.waitFor({ state: 'detached' });
  await expectSound(visitor);
}

async function turnOnSecondFactor(visitor: Visitor, words: Words): Promise<void> {
  const { page } = visitor;
  await goOn(visitor, '/operator');
  await page.getByRole('link', { name: words.secondFactor }).click();
  await page.getByRole('button', { name: words.turnOn, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: words.password }).fill(PASSWORD);
  await dialog.getByRole('button', { name: words.proceed }).click();
  const secret = await dialog.locator('.secret code').textContent();
  const code = totpCode(`otpauth://totp/Boreal?secret=${secret}`, Date.now());
  await dialog.getByLabel(words.code).fill(code);
  await dialog.getByRole('button', { name: words.confirm }).click();
  await dialog.getByRole('button', { name: words.kept }).click();
  await dialog.waitFor({ state: 'detached' });
}
