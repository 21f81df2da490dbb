/** An operator's first sign-in where a second factor is required, and changes that ask who is at the keyboard. */
import { beforeAll, expect, test } from 'bun:test';
import type { Looks, Visitor } from '../support/browser.ts';
import { axeFindings, overflowOf } from '../support/browser.ts';
import { OPERATOR_EMAIL, signedUpOperator } from '../support/busy-operator.ts';
import { linkFor, PASSWORD } from '../support/page-client.ts';
import { addPasskeyDevice } from '../support/passkey-device.ts';
import { openSite } from '../support/site.ts';
import { totpCode } from '../support/totp.ts';

const LONG_MS = 600_000;
const site = openSite({ env: { BOREAL_OPERATORS: '{"requireSecondFactor":true}' } });

const WORDS = {
  en: {
    email: 'E-mail',
    password: 'Password',
    signIn: 'Sign in',
    title: 'Second factor needed',
    turnOn: 'Turn on',
    proof: 'Continue',
    code: 'Code from the app',
    confirm: 'Confirm',
    kept: 'I have kept the codes',
    overview: 'Overview',
    account: 'Account',
    turnOff: 'Turn off',
    addPasskey: 'Add a passkey',
    again: 'Sign in again',
    byPasskey: 'Sign in with a passkey',
    remove: 'Remove',
    changeEmail: 'Change e-mail',
    newEmail: 'New e-mail',
    sendLink: 'Send a link',
    wrong: 'The password is wrong.',
  },
  cs: {
    email: 'E-mail',
    password: 'Heslo',
    signIn: 'Přihlásit se',
    title: 'Je potřeba druhý faktor',
    turnOn: 'Zapnout',
    proof: 'Pokračovat',
    code: 'Kód z aplikace',
    confirm: 'Potvrdit',
    kept: 'Kódy mám uložené',
    overview: 'Přehled',
    account: 'Účet',
    turnOff: 'Vypnout',
    addPasskey: 'Přidat přístupový klíč',
    again: 'Přihlásit se znovu',
    byPasskey: 'Přihlásit se přístupovým klíčem',
    remove: 'Odebrat',
    changeEmail: 'Změnit e-mail',
    newEmail: 'Nový e-mail',
    sendLink: 'Poslat odkaz',
    wrong: 'Heslo nesouhlasí.',
  },
} as const;

type Words = (typeof WORDS)['en' | 'cs'];

async function isFine(visitor: Visitor): Promise<void> {
  expect(await axeFindings(visitor.page)).toEqual([]);
  expect(await overflowOf(visitor.page)).toBe(0);
}

async function signIn({ page }: Visitor, words: Words, to: string): Promise<void> {
  await page.goto(to);
  await page.getByLabel(words.email).fill(OPERATOR_EMAIL);
  await page.getByRole('textbox', { name: words.password }).fill(PASSWORD);
  await page.getByRole('button', { name: words.signIn, exact: true }).click();
}

/** As if nothing had been set up, and the sign-in had been an hour ago. */
async function startAnew(): Promise<void> {
  const { authRows } = site.service.stores;
  for (const model of ['twoFactor', 'passkey', 'session']) await authRows.deleteMany(model, []);
  await authRows.updateMany({ model: 'user', where: [], set: { twoFactorEnabled: 0, language: null } });
}

const LOOKS: readonly (readonly ['en' | 'cs', Looks])[] = [
  ['en', { language: 'en', colours: 'light', screen: 'desktop' }],
  ['cs', { language: 'cs', colours: 'dark', screen: 'phone' }],
];

beforeAll(async () => void (await signedUpOperator(site.service)), LONG_MS);

test.each(LOOKS)(
  'an operator sets the second factor up at the first sign-in, and the area opens (%s)',
  async (language, looks) => {
    await startAnew();
    const words = WORDS[language];
    const visitor = await site.visit(looks);
    const { page } = visitor;
    const button = (name: string) => page.getByRole('button', { name, exact: true });

    await signIn(visitor, words, '/operator');
    await page.getByRole('heading', { name: words.title }).waitFor();
    await isFine(visitor);
    await button(words.turnOn).click();
    await page.getByRole('dialog').getByRole('textbox', { name: words.password }).fill(PASSWORD);
    await button(words.proof).click();
    const secret = await page.getByRole('dialog').locator('.secret code').textContent();
    await page.getByLabel(words.code).fill(totpCode(`otpauth://totp/Boreal?secret=${secret}`, Date.now()));
    await button(words.confirm).click();
    await button(words.kept).click();
    await page.getByRole('heading', { name: words.overview }).waitFor();
    await isFine(visitor);

    expect(visitor.complaints).toEqual([]);
  },
  LONG_MS,
);

test.each(LOOKS)(
  'an operator adds a passkey instead, signs in with it, and removes it with the password (%s)',
  async (language, looks) => {
    await startAnew();
    const words = WORDS[language];
    const visitor = await site.visit(looks);
    const { page } = visitor;
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await signIn(visitor, words, '/operator');
    await page.getByRole('heading', { name: words.title }).waitFor();
    await addPasskeyDevice(visitor);

    await button(words.addPasskey).click();
    await page.getByRole('dialog').getByRole('button', { name: words.proof }).click();
    await button(words.again).waitFor();
    await isFine(visitor);
    await button(words.again).click();
    await page.waitForURL(/\/sign-in/);
    await button(words.byPasskey).click();
    await page.getByRole('heading', { name: words.overview }).waitFor();
    await page.goto('/account');
    await page.getByRole('button', { name: new RegExp(`^${words.remove}`) }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: words.password }).fill('a wrong password');
    await page.getByRole('dialog').getByRole('button', { name: words.remove }).click();
    await page.getByText(words.wrong).waitFor();
    await isFine(visitor);
    await page.getByRole('dialog').getByRole('textbox', { name: words.password }).fill(PASSWORD);
    await page.getByRole('dialog').getByRole('button', { name: words.remove }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    expect(await site.service.stores.authRows.count('passkey', [])).toBe(0);
    expect(site.service.log.some(({ emailKind, to }) => emailKind === 'passkey-removed' && to === OPERATOR_EMAIL)).toBe(
      true,
    );
  },
  LONG_MS,
);

test.each(LOOKS)(
  'changing the address asks for the password (%s)',
  async (language, looks) => {
    await startAnew();
    const words = WORDS[language];
    const visitor = await site.visit(looks);
    const { page } = visitor;
    await signIn(visitor, words, '/account');
    await page.getByRole('button', { name: words.changeEmail }).click();
    const dialog = page.getByRole('dialog');

    await dialog.getByLabel(words.newEmail).fill(`new.${language}@example.com`);
    await dialog.getByRole('textbox', { name: words.password }).fill(PASSWORD);
    await isFine(visitor);
    await dialog.getByRole('button', { name: words.sendLink }).click();
    await dialog.getByRole('status').waitFor();

    expect(linkFor(site.service, `new.${language}@example.com`, 'verify')).toContain('/verify-email');
    expect(visitor.complaints).toEqual([]);
  },
  LONG_MS,
);
