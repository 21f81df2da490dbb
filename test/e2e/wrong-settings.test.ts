/** What is wrong in a form of the settings is said at its field, in the language of the page. */
import { beforeAll, expect, test } from 'bun:test';
import { goOn, openPage, signInQuietly, type Visitor } from '../support/browser.ts';
import { OPERATOR_EMAIL, signedUpOperator } from '../support/busy-operator.ts';
import { PASSWORD, type PageClient } from '../support/page-client.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 600_000;

const site = openSite();
let operator: PageClient;

beforeAll(async () => {
  operator = await signedUpOperator(site.service);
}, LONG_MS);

/** Each form by its path and its title, the value of one field, and what is said there. */
type Mistake = readonly [path: string, form: string, field: string, value: string, said: string];

const MISTAKES: Readonly<Record<'cs' | 'en', readonly Mistake[]>> = {
  en: [
    ['/operator/settings', 'Public address', 'publicUrl', 'https://example.com/path', 'Type an address that begins'],
    ['/operator/settings', 'Credit to try the service', 'czk', 'much', 'Type an amount above 0'],
    ['/operator/settings/mail', 'E-mail', 'from', 'nobody', 'Type an e-mail address, alone or as Name <'],
  ],
  cs: [
    ['/operator/settings', 'Název', 'serviceName', '', 'Zadejte název'],
    ['/operator/settings', 'Veřejná adresa', 'publicUrl', 'polarka', 'Zadejte adresu, která začíná'],
    ['/operator/settings', 'Kredit na vyzkoušení', 'czk', '20000', 'Zadejte částku větší než 0'],
    ['/operator/settings/sales', 'Prodávající', 'companyId', '12345678', 'To není IČO'],
    ['/operator/settings/sales', 'Prodávající', 'vatId', 'CZ1', 'To není české DIČ'],
    ['/operator/settings/sales', 'Prodávající', 'vatRate', 'x', 'Zadejte celé číslo od 1 do 30.'],
    ['/operator/settings/sales', 'Bankovní účet', 'iban', 'CZ00', 'To není IBAN'],
    ['/operator/settings/mail', 'E-mail', 'from', 'Název <nikdo>', 'Zadejte e-mailovou adresu, samotnou'],
    ['/operator/settings/mail', 'E-mail', 'noticesEmail', 'já', 'Toto není e-mailová adresa.'],
    ['/operator/settings/mail', 'E-mail', 'port', 'x', 'Zadejte celé číslo od 1 do 65535.'],
    ['/operator/settings/mail', 'E-mail', 'host', '', 'Zadejte název poštovního serveru'],
    ['/operator/settings/terms', 'Podmínky a ochrana údajů', 'version', 'verze 1', 'Zadejte 1 až 40 písmen'],
    ['/operator/settings/terms', 'Podmínky a ochrana údajů', 'termsCs', 'Jen česky', 'Doplňte text i v tomto jazyce'],
    ['/operator/settings/terms', 'Podmínky a ochrana údajů', 'version', '2026-11-01', 'Nejdřív napište oba texty'],
    ['/operator/settings/look', 'Logo a barvy', 'light', '#ffffff', 'Zvolte tmavší barvu'],
    ['/operator/settings/look', 'Texty a kontakt', 'phone', 'zavolejte', 'To není telefonní číslo'],
    ['/operator/settings/look', 'Texty a kontakt', 'email', 'já', 'Toto není e-mailová adresa.'],
    ['/operator/settings/look', 'Texty a kontakt', 'headlineCs', 'Jen česky', 'Doplňte text i v tomto jazyce'],
  ],
};

/** What other fields of a form need, so that only one is wrong. */
const RIGHT: Readonly<Record<string, readonly (readonly [field: string, value: string])[]>> = {
  'E-mail': [
    ['host', 'smtp.example.com'],
    ['from', 'Boreal <boreal@example.com>'],
  ],
  Prodávající: [['name', 'Polárka s. r. o.']],
  'Bankovní účet': [['name', 'Polárka s. r. o.']],
};

test.each(['en', 'cs'] as const)(
  'in %s, a wrong value is refused at its field in a sentence of that language',
  async (language) => {
    await operator.patch('/api/me', { language });
    const visitor = await site.visit({ language });
    await signInQuietly(visitor, OPERATOR_EMAIL, PASSWORD);
    await openPage(visitor, '/operator/log');

    const said: string[] = [];
    for (const mistake of MISTAKES[language]) said.push(await saidOf(visitor, mistake));

    expect(said).toEqual(
      MISTAKES[language].map(([, form, field, value, sentence]) => `${form}, ${field} “${value}”: ${sentence}`),
    );
    expect((await operator.get('/api/operator/settings')).json.revision).toBe(0);
  },
  LONG_MS,
);

test(
  'all that only the server finds wrong is said at once, each at its field',
  async () => {
    await operator.patch('/api/me', { language: 'cs' });
    const visitor = await site.visit({ language: 'cs' });
    await signInQuietly(visitor, OPERATOR_EMAIL, PASSWORD);
    await openPage(visitor, '/operator/settings/sales');
    const form = visitor.page.getByRole('form', { name: 'Prodávající', exact: true });
    for (const [name, value] of RIGHT.Prodávající!) await form.locator(`[name=${name}]`).fill(value);
    await form.locator('[name=companyId]').fill('12345678');
    await form.locator('[name=vatId]').fill('CZ1');
    await form.locator('button[type=submit]').click();

    await form.locator('.problem').first().waitFor();
    expect(await form.locator('.problem').allInnerTexts()).toEqual([
      'To není IČO: některá z osmi číslic chybí nebo je špatně.',
      'To není české DIČ, jako je CZ12345679: některá číslice chybí nebo je špatně.',
    ]);
  },
  LONG_MS,
);

/** What is said at the field, as far as it was expected. */
async function saidOf(visitor: Visitor, [path, title, field, value, sentence]: Mistake): Promise<string> {
  const { page } = visitor;
  // A form begins anew behind another page.
  await goOn(visitor, '/operator/log');
  await goOn(visitor, path);
  const form = page.getByRole('form', { name: title, exact: true });
  for (const [name, right] of RIGHT[title] ?? []) await form.locator(`[name=${name}]`).fill(right);
  const input = form.locator(`[name=${field}]`);
  await input.fill(value);
  await form.locator('button[type=submit]').click();
  const problem = form.locator('.problem, [role=alert]');
  await problem.first().waitFor();
  const all = await problem.allInnerTexts();
  const atField = page
    .locator('.field')
    .filter({ has: page.locator('[aria-invalid=true]') })
    .locator('.problem');
  const found = (await atField.allInnerTexts()).find((text) => text.startsWith(sentence));
  return `${title}, ${field} “${value}”: ${found ? sentence : all.join(' | ')}`;
}
