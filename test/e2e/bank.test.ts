/** An operator imports a bank statement and looks after what did not match, in both languages. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { BANK_FILE_WRITERS } from '../support/bank-files.ts';
import { axeFindings, openPage, overflowOf, signInQuietly, type Visitor } from '../support/browser.ts';
import { OPERATOR_EMAIL, signedUpOperator } from '../support/busy-operator.ts';
import { SELLS_BY_BANK } from '../support/furnished-orders.ts';
import { PASSWORD, type PageClient, signedUp } from '../support/page-client.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 600_000;
const DAY = '2026-11-16';
const site = openSite({ env: SELLS_BY_BANK });
let operator: PageClient;

beforeAll(async () => {
  operator = await signedUpOperator(site.service);
}, LONG_MS);

const WORDS = {
  en: {
    ...{ part: 'Bank', import: 'Import a statement', file: 'File', missing: 'Choose a file.', reason: 'Reason' },
    ...{
      bad: 'names of columns',
      wrong: 'Line 2: “many” is not an amount.',
      done: '3 new movements: 1 confirmed an order, 2 did not match.',
    },
    ...{ again: 'Nothing new: all movements', waiting: '2 movements wait for you', state: 'State' },
    ...{ unknown: 'No order has this symbol', matched: 'Matched', assign: 'Assign', aside: 'Set aside' },
    noOrder: 'There is no such order.',
    ...{ order: 'Variable symbol or id of the order', assignTo: 'Assign to an order' },
    ...{ setAside: 'Set the movement aside', unmatched: 'Did not match', noMatch: 'No such movement' },
  },
  cs: {
    ...{ part: 'Banka', import: 'Nahrát výpis', file: 'Soubor', missing: 'Vyberte soubor.', reason: 'Důvod' },
    ...{
      bad: 'chybí řádek s názvy sloupců',
      wrong: 'Řádek 2: „many“ není částka.',
      done: '3 nové pohyby: potvrzených objednávek 1, nespárovaných pohybů 2.',
    },
    ...{ again: 'Nic nového: všechny pohyby', waiting: '2 pohyby čekají na vás', state: 'Stav' },
    ...{ unknown: 'Neznámý variabilní symbol', matched: 'Spárovaný', assign: 'Přiřadit', aside: 'Odložit' },
    noOrder: 'Taková objednávka neexistuje.',
    ...{ order: 'Variabilní symbol nebo číslo objednávky', assignTo: 'Přiřadit k objednávce' },
    ...{ setAside: 'Odložit pohyb', unmatched: 'Nespárovaný', noMatch: 'Pohyb nenalezen' },
  },
} as const;

const inWindow = ({ page }: Visitor, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });

async function ordered(customer: PageClient) {
  const { json } = await customer.post('/api/orders', { offer: 'credit-500', method: 'bank' });
  const { order } = json as unknown as { order: { id: string; bank: { variableSymbol: string } } };
  return { id: order.id, symbol: order.bank.variableSymbol };
}

describe.each([
  ['en', 'desktop', 'gpc'],
  ['cs', 'phone', 'camt'],
] as const)('bank statements, in %s', (language, screen, format) => {
  test(
    'are imported, confirm what they pay, and leave the rest to the operator',
    async () => {
      const words = WORDS[language];
      await operator.patch('/api/me', { language });
      const email = `payer-${language}@example.com`;
      const customer = await signedUp(site.service, email);
      const [paid, mistyped] = [await ordered(customer), await ordered(customer)];
      const [slip, gift] = language === 'en' ? ['111', '222'] : ['333', '444'];
      const movements = [paid.symbol, slip, gift].map((symbol, at) => ({
        day: DAY,
        amount: '500',
        symbol,
        id: at + 1,
      }));
      const buffer = Buffer.from(BANK_FILE_WRITERS[format](movements));
      const file = { name: `day.${format}`, mimeType: 'text/plain', buffer };
      const visitor = await site.visit({ screen });
      await signInQuietly(visitor, OPERATOR_EMAIL, PASSWORD);
      const { page } = visitor;
      const choose = async (chosen: typeof file) => {
        await page.getByRole('dialog').getByLabel(words.file).setInputFiles(chosen);
        await inWindow(visitor, words.import).click();
      };

      await openPage(visitor, '/operator/orders');
      await page.getByRole('link', { name: words.part, exact: true }).click();
      await page.getByRole('button', { name: words.import }).click();
      await inWindow(visitor, words.import).click();
      await page.getByText(words.missing).waitFor();
      await choose({ ...file, buffer: Buffer.from('hello') });
      await page.getByText(words.bad).waitFor();
      await choose({ ...file, buffer: Buffer.from('date;amount\n2026-11-16;many\n') });
      await page.getByText(words.wrong, { exact: true }).waitFor();
      await choose(file);
      await page.getByText(words.done).waitFor();
      await page.getByText(words.waiting).waitFor();
      const row = (symbol: string) => page.getByRole('row').filter({ hasText: symbol });
      await row(paid.symbol).getByText(words.matched).waitFor();
      await row(slip).getByText(words.unknown).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);

      if (screen === 'phone')
        await row(slip)
          .getByRole('button', { name: /^Podrobnosti/ })
          .click();
      await page.getByRole('button', { name: `${words.assign}: ${slip}` }).click();
      await page.getByLabel(words.order).fill('404');
      await page.getByLabel(words.reason).fill('A slip of the finger');
      await inWindow(visitor, words.assignTo).click();
      await page.getByText(words.noOrder).waitFor();
      await page.getByLabel(words.order).fill(mistyped.symbol);
      await page.getByLabel(words.reason).fill('A slip of the finger');
      expect(await axeFindings(page)).toEqual([]);
      await inWindow(visitor, words.assignTo).click();
      await row(slip).getByText(words.matched).waitFor();
      if (screen === 'phone')
        await row(gift)
          .getByRole('button', { name: /^Podrobnosti/ })
          .click();
      await page.getByRole('button', { name: `${words.aside}: ${gift}` }).click();
      await page.getByLabel(words.reason).fill('Sent back');
      await inWindow(visitor, words.setAside).click();
      await page.getByRole('button', { name: `${words.aside}: ${gift}` }).waitFor({ state: 'detached' });
      await page.getByLabel(words.state).selectOption(words.unmatched);
      await page.getByRole('heading', { name: words.noMatch }).waitFor();

      await page.getByRole('button', { name: words.import }).click();
      await choose(file);
      await page.getByText(words.again).waitFor();
      expect((await customer.get('/api/billing')).json.creditCzk).toBe('1000');
      const logged = (await site.service.stores.actionLog.actions({ rowsMax: 5 })).map(({ kind }) => kind);
      expect(logged).toEqual(['bank-import', 'set-aside', 'confirm-order', 'bank-import', 'confirm-order']);
      expect(visitor.complaints).toEqual([]);
      await visitor.context.close();
    },
    LONG_MS,
  );
});
