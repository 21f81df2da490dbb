/** An operator is asked for the first models, then adds, changes, hides and removes models in a real browser. */
import { beforeAll, expect, test } from 'bun:test';
import { axeFindings, goOn, openPage, overflowOf, signInQuietly, type Visitor } from '../support/browser.ts';
import { OPERATOR_EMAIL, signedUpOperator } from '../support/busy-operator.ts';
import { PASSWORD, type PageClient } from '../support/page-client.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 240_000;

const site = openSite({ catalogue: 'asked' });

let operator: PageClient;
beforeAll(async () => {
  operator = await signedUpOperator(site.service);
}, LONG_MS);

const messages = [{ role: 'user' as const, content: 'hi' }];
const answeredBy = async (model?: string) =>
  (await site.service.client().chat.completions.create({ model: model as string, messages, max_tokens: 10 })).model;
const listed = async () => (await Array.fromAsync(site.service.client().models.list())).map(({ id }) => id);
const inWindow = ({ page }: Visitor, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });
const gone = ({ page }: Visitor) => page.getByRole('dialog').waitFor({ state: 'detached' });

/** In order on this screen, in this language. */
async function expectInOrder({ page, complaints }: Visitor): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
  expect(complaints).toEqual([]);
}

test(
  'the first page asks for the models to begin with; with none, the first one is added and answers',
  async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    await signInQuietly(visitor, OPERATOR_EMAIL, PASSWORD);
    await openPage(visitor, '/operator');
    await page.getByRole('heading', { name: 'Which models do you begin with?' }).waitFor();
    await page.getByText('svc-frost, svc-glacier, svc-polaris').waitFor();
    await expectInOrder(visitor);
    await page.getByRole('button', { name: 'Choose: None' }).click();
    await page.getByRole('heading', { name: 'Which models do you begin with?' }).waitFor({ state: 'detached' });

    await goOn(visitor, '/operator/models');
    await page.getByRole('heading', { name: 'There are no models yet' }).waitFor();
    await expectInOrder(visitor);
    for (const [path, text] of [
      ['/playground', 'No model is offered. Ask your operator.'],
      ['/quick-start', 'There are no models yet'],
    ] as const) {
      await goOn(visitor, path);
      await page.getByText(text).waitFor();
    }

    await goOn(visitor, '/operator/models');
    await page.getByRole('button', { name: 'Add a model' }).click();
    await inWindow(visitor, 'Add a model').click();
    await page.getByText('Type 1 to 128 letters, digits or any of _ - . : /').waitFor();
    expect(await page.getByText('Type a few words, at most 300 characters.').count()).toBe(2);
    expect(await page.getByText('Type an amount of 0 or more, with at most 3 decimals.').count()).toBe(2);
    await expectInOrder(visitor);
    await page.getByLabel('Name', { exact: true }).fill('poet');
    await page.getByLabel('Description in English').fill('Writes poems');
    await page.getByLabel('Description in Czech').fill('Píše básně');
    await page.getByLabel('Longest answer, tokens').fill('500');
    await page.getByLabel('Other names').fill('bard, po-*');
    await page.getByLabel('Input', { exact: true }).fill('3');
    await page.getByLabel('Output', { exact: true }).fill('7.5');
    await page.getByLabel('It calls tools').check();
    await page.getByLabel('pictures', { exact: true }).check();
    await page.getByLabel('Most tokens of a picture').fill('many');
    await page.getByLabel('Also as addresses, which the engine fetches').check();
    await expectInOrder(visitor);
    await page.getByLabel('Reason', { exact: true }).fill('Our first');
    await inWindow(visitor, 'Add a model').click();
    await page.getByText('Type a whole number above 0.').waitFor();
    await page.getByLabel('Most tokens of a picture').fill('1600');
    await inWindow(visitor, 'Add a model').click();
    await gone(visitor);
    await page.locator('#page').getByText('Served', { exact: true }).waitFor();
    await page.locator('#page').getByText('Default', { exact: true }).waitFor();
    expect(await answeredBy('bard')).toBe('poet');
    expect(await answeredBy()).toBe('poet');
    expect(await site.service.client().models.retrieve('poet')).toMatchObject({ input_modalities: ['text', 'image'] });
    await expectInOrder(visitor);
    await visitor.context.close();
  },
  LONG_MS,
);

test(
  'a model is changed, hidden, made the default and removed, in Czech on a phone',
  async () => {
    await operator.patch('/api/me', { language: 'cs' });
    const visitor = await site.visit({ screen: 'phone', language: 'cs' });
    const { page } = visitor;
    await signInQuietly(visitor, OPERATOR_EMAIL, PASSWORD);
    await openPage(visitor, '/operator/models');
    await page.getByRole('button', { name: 'Přidat model' }).click();
    await page.getByLabel('Název', { exact: true }).fill('clerk');
    await page.getByLabel('Popis anglicky').fill('Writes letters');
    await page.getByLabel('Popis česky').fill('Píše dopisy');
    await page.getByLabel('Nejdelší odpověď, tokenů').fill('900');
    await page.getByLabel('Vstup', { exact: true }).fill('1,5');
    await page.getByLabel('Výstup', { exact: true }).fill('2');
    await page.getByLabel('Výchozí: odpovídá na požadavky bez názvu modelu').check();
    await page.getByLabel('Důvod').fill('Druhý');
    await expectInOrder(visitor);
    await inWindow(visitor, 'Přidat model').click();
    await gone(visitor);
    expect(await answeredBy()).toBe('clerk');

    await page.getByRole('button', { name: 'Změnit clerk' }).click();
    await page.getByLabel('Skrytý: v žádném seznamu').check();
    await page.getByLabel('Důvod').fill('Jen pro zasvěcené');
    await inWindow(visitor, 'Změnit clerk').click();
    await page.getByText('clerk is the default model: make another one the default first.').waitFor();
    await inWindow(visitor, 'Zrušit').click();

    await page.getByRole('button', { name: 'Změnit poet' }).click();
    expect(await page.getByLabel('Další názvy').inputValue()).toBe('bard, po-*');
    expect(await page.getByLabel('Nejvíc tokenů obrázku').inputValue()).toBe('1600');
    expect(await page.getByLabel('obrázky', { exact: true }).isChecked()).toBe(true);
    await expectInOrder(visitor);
    expect(await page.getByLabel('Výstup', { exact: true }).inputValue()).toBe('7,5');
    await page.getByLabel('Výchozí: odpovídá na požadavky bez názvu modelu').check();
    await page.getByLabel('Důvod').fill('Zpět');
    await inWindow(visitor, 'Změnit poet').click();
    await gone(visitor);
    expect(await answeredBy()).toBe('poet');

    await page.getByRole('button', { name: 'Změnit clerk' }).click();
    await page.getByLabel('Skrytý: v žádném seznamu').check();
    await page.getByLabel('Nejdelší odpověď, tokenů').fill('5');
    await page.getByLabel('Důvod').fill('Jen pro zasvěcené');
    await inWindow(visitor, 'Změnit clerk').click();
    await gone(visitor);
    await page.locator('#page').getByText('Skrytý', { exact: true }).waitFor();
    expect([await listed(), await answeredBy('clerk')]).toEqual([['poet', 'bard'], 'clerk']);
    await expectInOrder(visitor);

    await page.getByRole('button', { name: 'Odebrat clerk' }).click();
    await page.getByLabel('Důvod').fill('Není třeba');
    await inWindow(visitor, 'Odebrat clerk').click();
    await gone(visitor);
    const refused = await answeredBy('clerk').catch(({ code }: { code: string }) => code);
    expect(refused).toBe('model_not_found');
    await expectInOrder(visitor);
    await visitor.context.close();
  },
  LONG_MS,
);
