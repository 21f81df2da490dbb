/** An operator adds an engine in a real browser, tries it, gives it a model, and gives the model back to the default. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { axeFindings, openPage, overflowOf, signInQuietly, type Visitor } from '../support/browser.ts';
import { OPERATOR_EMAIL, signedUpOperator } from '../support/busy-operator.ts';
import { PASSWORD, type PageClient } from '../support/page-client.ts';
import { answerText, json, jsonError, type ScriptedUpstream, startUpstream } from '../support/scripted-upstream.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 600_000;
const KEY = 'CANARY-key-typed-in-a-browser';

const site = openSite();
let upstream: ScriptedUpstream;
let operator: PageClient;

beforeAll(async () => {
  upstream = await startUpstream();
  upstream.play((request) =>
    request.headers.authorization === `Bearer ${KEY}` ? answerText('The fast one says hello.') : jsonError(401),
  );
  operator = await signedUpOperator(site.service);
}, LONG_MS);
afterAll(() => upstream.stop());

const asked = async () => {
  const messages = [{ role: 'user' as const, content: 'hi' }];
  const answer = await site.service.client().chat.completions.create({ model: 'svc-frost', messages, max_tokens: 10 });
  return answer.choices[0]!.message.content;
};
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
  'an engine is tried with a wrong key and a right one, added, given a model, changed, and removed',
  async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    await signInQuietly(visitor, OPERATOR_EMAIL, PASSWORD);
    await openPage(visitor, '/operator/engines');

    await page.getByRole('button', { name: 'Add an engine' }).click();
    await inWindow(visitor, 'Add an engine').click();
    await page.getByText('Type an address that begins with http:// or https://').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('fast');
    await page.getByLabel('Address').fill(upstream.url);
    await page.getByLabel('Model there').fill('fast-model');
    await page.getByLabel('API key').fill('mistyped');
    await inWindow(visitor, 'Test').click();
    await page.getByText('Failed after').waitFor();
    expect(await page.locator('.notice.bad .engine-answer').textContent()).toContain('401');
    await page.getByLabel('API key').fill(KEY);
    await inWindow(visitor, 'Test').click();
    await page.getByText('The fast one says hello.').waitFor();
    await page.getByLabel('Reason').fill('A faster machine');
    await inWindow(visitor, 'Add an engine').click();
    await gone(visitor);
    await page.locator('#page').getByText(`fast-model at ${upstream.url}, with a key`).waitFor();
    expect(await page.content()).not.toContain(KEY);

    await page.getByRole('button', { name: 'Change svc-frost' }).click();
    await page.getByLabel('Engine 1').selectOption('fast');
    await page.getByLabel('Reason').fill('It is faster');
    await inWindow(visitor, 'Change svc-frost').click();
    await gone(visitor);
    expect(await asked()).toBe('The fast one says hello.');
    await page.getByText('It can be removed when no model uses it.').waitFor();
    await page.getByText('Set here', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Export as JSON' }).click();
    await page.getByRole('region', { name: 'Export as JSON' }).getByText('"fast-model"').waitFor();
    await expectInOrder(visitor);

    await page.getByRole('button', { name: 'Change: fast' }).click();
    await page.getByText('Deadlines and limits').click();
    await page.getByLabel('Silence in an answer, seconds').fill('12,5');
    await page.getByLabel('min_p').check();
    await page.getByLabel('Reason').fill('It knows them');
    await inWindow(visitor, 'Change fast').click();
    await gone(visitor);
    await page.locator('#page').getByText('Also takes: min_p').waitFor();

    await page.getByRole('button', { name: 'Change: fast' }).click();
    await page.getByText('Deadlines and limits').click();
    expect(await page.getByLabel('min_p').isChecked()).toBe(true);
    expect(await page.getByLabel('top_k').isChecked()).toBe(false);
    await page.getByLabel('min_p').uncheck();
    await page.getByLabel('From this time').check();
    await page.getByLabel('Reason').fill('Slower at night');
    await inWindow(visitor, 'Change fast').click();
    await gone(visitor);
    await page.getByRole('button', { name: 'Withdraw the planned change of fast' }).click();
    await page.getByLabel('Reason').fill('Not needed');
    await inWindow(visitor, 'Withdraw').click();
    await gone(visitor);
    await page.getByText('Planned changes').waitFor({ state: 'detached' });

    for (const [button, title] of [
      ['Back to the default: svc-frost', 'Back to the default'],
      ['Remove: fast', 'Remove'],
    ] as const) {
      await page.getByRole('button', { name: button }).click();
      await page.getByLabel('Reason').fill('The old one is mended');
      await inWindow(visitor, title).click();
      await gone(visitor);
    }
    await page.getByRole('heading', { name: 'fast', exact: true }).waitFor({ state: 'detached' });
    expect(await asked()).toBe('pong');
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  },
  LONG_MS,
);

test(
  'on a phone, in Czech: an engine whose requests fail is not shown as one that answers',
  async () => {
    await operator.patch('/api/me', { language: 'cs' });
    const visitor = await site.visit({ screen: 'phone', language: 'cs' });
    const { page } = visitor;
    await signInQuietly(visitor, OPERATOR_EMAIL, PASSWORD);
    // It still says that it is there.
    site.service.upstream.play(({ method }) => (method === 'POST' ? jsonError(500) : json({ data: [] })));
    for (let times = 0; times < 5; times++) await asked().catch(() => {});
    await openPage(visitor, '/operator/engines');

    await page
      .locator('#page')
      .getByText(/Požadavky selhávají|Část požadavků selhává/)
      .waitFor();
    expect(await page.locator('#page').getByText('Odpovídá', { exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Přidat engine' }).click();
    await page.getByLabel('Adresa').waitFor();
    await page.getByText('Časové limity a souběh').click();
    await page.getByRole('group', { name: 'Parametry navíc' }).getByLabel('top_k').waitFor();
    await expectInOrder(visitor);
    await visitor.context.close();
  },
  LONG_MS,
);
