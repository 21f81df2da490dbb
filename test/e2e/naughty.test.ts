/** Whatever is typed is shown as text: naughty texts through every text field, and in every address. */
import { beforeAll, expect, test } from 'bun:test';
import type { Locator } from 'playwright-core';
import { nanos } from '../../src/core/money.ts';
import { goOn, openPage, type Visitor, whole } from '../support/browser.ts';
import { addLimit, setLimit } from '../support/limit-rows.ts';
import { NAUGHTY_TEXTS } from '../support/naughty-texts.ts';
import { typeAsked, typeRefused } from '../support/naughty-typing.ts';
import { PASSWORD, type PageClient, signedUp } from '../support/page-client.ts';
import { answerToolCalls, echo, inTurn } from '../support/scripted-upstream.ts';
import { PLENTY } from '../support/service.ts';
import { openSite } from '../support/site.ts';
import { expectUnharmed, visitPhone } from '../support/unharmed.ts';

const EMAIL = 'jana@example.com';
const LONG_MS = 600_000;

const site = openSite();
let client: PageClient;

beforeAll(async () => {
  site.service.upstream.play(echo());
  client = await signedUp(site.service, EMAIL);
  const { account } = (await client.get('/api/me')).json as unknown as { account: { id: string } };
  const about = { accountId: account.id, reason: '<script>window.pwned = 1</script>', actor: 'test', atMs: Date.now() };
  await site.service.stores.credits.grant({ ...about, amount: nanos(PLENTY) });
}, LONG_MS);

const visit = () => visitPhone(site, EMAIL);

/** On a phone they are behind a button. */
const toggleSettings = (page: Visitor['page']) => page.getByRole('button', { name: 'Settings', exact: true }).click();

test(
  'names of keys are shown as they were typed, wherever they are shown',
  async () => {
    const [typed = '', ...others] = NAUGHTY_TEXTS.toReversed();
    const visitor = await visit();
    const { page } = visitor;
    for (const name of others) await client.post('/api/keys', { name });
    await openPage(visitor, '/keys');
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('Name').fill(typed);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('button', { name: 'I have saved the key' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await whole(visitor);

    expect((await page.locator('h3').allTextContents()).toSorted()).toEqual(NAUGHTY_TEXTS.toSorted());
    await expectUnharmed(visitor);
    for (const name of NAUGHTY_TEXTS.filter((one) => one.includes('pwned'))) {
      await page
        .locator('li')
        .filter({ has: page.locator('h3', { hasText: name }) })
        .getByText('Revoke')
        .click();
      await page.getByRole('dialog').getByText(`Revoke ${name}?`).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await expectUnharmed(visitor);

    await goOn(visitor, '/usage');
    const options = await page.getByLabel('Key').locator('option').allTextContents();
    expect(options.filter((option) => option !== 'All').toSorted()).toEqual(NAUGHTY_TEXTS.toSorted());
    await expectUnharmed(visitor);
    await visitor.leave();
  },
  LONG_MS,
);

test(
  'a name, a search and an amount are taken or refused as text',
  async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openPage(visitor, '/account');
    const name = page.getByLabel('Name', { exact: true });
    await typeAsked(visitor, {
      into: [name],
      send: page.locator('form').filter({ has: name }).getByRole('button', { name: 'Save' }),
      asks: '/api/me',
      check: async (text, response) => {
        const { name } = (await response.json()) as { name: string };
        expect(name).toBe(text.trim());
      },
    });

    await goOn(visitor, '/usage');
    await typeRefused(visitor, {
      into: [page.getByLabel('Request ID')],
      send: page.getByRole('button', { name: 'Search' }),
      texts: NAUGHTY_TEXTS.map((text) => text.slice(0, 64)),
      refusal: page.getByRole('heading', { name: 'Nothing matches these filters' }),
    });

    await goOn(visitor, '/billing/limits');
    await page.getByLabel('Send me an e-mail').check();
    const saveOf = (field: Locator) =>
      page.locator('form').filter({ has: field }).getByRole('button', { name: 'Save' });
    const amount = page.getByLabel('Amount in CZK');
    await typeRefused(visitor, {
      into: [amount],
      send: saveOf(amount),
      texts: NAUGHTY_TEXTS.filter((one) => one !== '1,000.50 Kč'),
      refusal: page.getByText('Type an amount above zero'),
    });
    const limits = page.locator('form').filter({ has: page.locator('.limits') });
    await addLimit(limits, { unit: 'tokens', window: 'total', max: '' });
    const tokens = limits.getByLabel('At most');
    await typeRefused(visitor, {
      into: [tokens],
      send: limits.getByRole('button', { name: 'Save' }),
      refusal: page.getByText('Type a whole number above zero'),
    });
    await visitor.leave();
  },
  LONG_MS,
);

test(
  'a chat in the playground is shown as text, question and answer',
  async () => {
    const visitor = await visit();
    const { page } = visitor;
    const all = NAUGHTY_TEXTS.join('\n');
    await openPage(visitor, '/playground');
    await toggleSettings(page);
    await page.getByLabel('System prompt').fill(all);
    await toggleSettings(page);
    await page.getByLabel('Message').fill(all);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('link', { name: 'Receipt' }).waitFor();
    await whole(visitor);

    const shown = await page.locator('.turn-text').allTextContents();

    expect(shown).toEqual([all, all]);
    await expectUnharmed(visitor);
    await visitor.leave();
  },
  LONG_MS,
);

test(
  'tools, their results and parameters of the playground are shown or refused as text',
  async () => {
    const visitor = await visit();
    const { page } = visitor;
    const all = NAUGHTY_TEXTS.join('\n');
    const tools = [{ type: 'function', function: { name: 'look', description: all } }];
    await openPage(visitor, '/playground');
    await toggleSettings(page);
    await page.getByText('Parameters', { exact: true }).click();
    await page.getByText('Tools', { exact: true }).click();
    for (const text of NAUGHTY_TEXTS) {
      for (const label of ['Temperature', 'Longest answer, tokens', 'Top P', 'Seed', 'Tools as JSON']) {
        await page.getByLabel(label, { exact: true }).fill(text);
      }
      expect(await page.locator('.playground-settings .problem').count()).toBe(5);
    }
    await expectUnharmed(visitor);
    for (const label of ['Temperature', 'Longest answer, tokens', 'Top P', 'Seed']) {
      await page.getByLabel(label, { exact: true }).fill('');
    }
    await page.getByLabel('Stop texts').fill(all);
    await page.getByLabel('Tools as JSON').fill(JSON.stringify(tools));
    await expectUnharmed(visitor);

    await page.getByLabel('Stop texts').fill('');
    await toggleSettings(page);
    site.service.upstream.play(inTurn(answerToolCalls([{ name: 'look', arguments: { all } }]), echo()));
    await page.getByLabel('Message').fill('Look');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByLabel('Result of look').fill(all);
    await page.getByRole('button', { name: 'Send results' }).click();
    await page.getByText('The answer is complete.').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
    await page.getByLabel('Text of the turn: You').fill(all);
    await page.getByRole('button', { name: 'Done', exact: true }).click();

    expect(await page.locator('.turn-text').allTextContents()).toEqual([all, all, 'Look']);
    await expectUnharmed(visitor);
    await visitor.leave();
  },
  LONG_MS,
);

test(
  'fields of sign-up and the rules of a key refuse in words',
  async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openPage(visitor, '/keys');
    await page.getByRole('button', { name: `Edit: ${NAUGHTY_TEXTS[0]}`, exact: true }).click();
    const save = page.getByRole('button', { name: 'Save' });
    await typeRefused(visitor, {
      into: [page.getByLabel('Allowed addresses')],
      send: save,
      refusal: page.getByText('is not an IP address or range'),
    });
    await addLimit(page.getByRole('dialog'), { unit: 'CZK', window: 'total', max: '' });
    await typeRefused(visitor, {
      into: [page.getByLabel('At most')],
      send: save,
      refusal: page.getByText('Type an amount above zero'),
    });
    await setLimit(page.getByRole('dialog'), 0, { unit: 'tokens', window: 'month', max: '' });
    await typeRefused(visitor, {
      into: [page.getByLabel('At most')],
      send: save,
      refusal: page.getByText('Type a whole number above zero'),
    });
    await visitor.context.clearCookies();
    await openPage(visitor, '/sign-up');
    await typeRefused(visitor, {
      into: [
        page.getByLabel('Name (optional)'),
        page.getByLabel('E-mail'),
        page.getByRole('textbox', { name: 'Password' }),
      ],
      refusal: page.getByText('Type an e-mail address'),
    });
    for (const [path, label, refusal] of [
      ['/sign-in', 'E-mail', 'Type an e-mail address'],
      ['/forgotten', 'E-mail', 'Type an e-mail address'],
      ['/verified?error=INVALID_TOKEN', 'E-mail', 'Type an e-mail address'],
      ['/two-factor', 'Code', 'Type the six digits from the app.'],
    ] as const) {
      await openPage(visitor, path);
      await typeRefused(visitor, {
        into: [page.getByLabel(label, { exact: true })],
        refusal: page.getByText(refusal),
      });
    }
    await visitor.leave();
  },
  LONG_MS,
);

test(
  'an address of a page with anything in it is only an address',
  async () => {
    const visitor = await visit();
    const inSignedIn = [
      '/usage?model=*&key=*&search=*&from=*&to=*&period=*',
      '/requests/*',
      '/statements/*',
      '/orders/*?left=*',
      '/keys#*',
    ];
    const outside = ['/sign-in?error=*&to=*', '/verified?error=*', '/reset?token=*', '/welcome?invitation=*'];
    const markup = encodeURIComponent('javascript:window.pwned=1//"><img src=x onerror="window.pwned = 1">');

    // An encoded slash in a path is refused before there is a page.
    const withoutSlash = markup.replaceAll('%2F', '');
    const fill = (address: string) =>
      address.replace(/^[^?#]*/, (path) => path.replaceAll('*', withoutSlash)).replaceAll('*', markup);

    for (const address of [...inSignedIn, ...outside]) {
      await openPage(visitor, fill(address));
      await expectUnharmed(visitor);
    }
    await openPage(visitor, `/sign-in?to=${markup}`);
    await visitor.page.getByLabel('E-mail').fill(EMAIL);
    await visitor.page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await visitor.page.getByRole('button', { name: 'Sign in', exact: true }).click();

    await visitor.page.getByRole('heading', { name: 'API keys' }).waitFor();
    await expectUnharmed(visitor);
    await visitor.leave();
  },
  LONG_MS,
);
