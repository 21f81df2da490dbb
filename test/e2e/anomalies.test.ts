/** An operator sees in a real browser that an engine does not count right. */
import { beforeAll, expect, test } from 'bun:test';
import { axeFindings, openPage, overflowOf, signInQuietly } from '../support/browser.ts';
import { OPERATOR_EMAIL, signedUpOperator } from '../support/busy-operator.ts';
import { PASSWORD } from '../support/page-client.ts';
import { answerText } from '../support/scripted-upstream.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 600_000;
const TITLE = 'Usage that cannot be true';
const site = openSite();

beforeAll(async () => {
  await signedUpOperator(site.service);
}, LONG_MS);

test(
  'usage that cannot be true is on the page of engines, and nowhere while there is none',
  async () => {
    const { service } = site;
    const visitor = await site.visit({ screen: 'phone' });
    const { page } = visitor;
    await signInQuietly(visitor, OPERATOR_EMAIL, PASSWORD);
    await openPage(visitor, '/operator/engines');
    await page.getByRole('heading', { name: 'main' }).waitFor();
    expect(await page.getByRole('heading', { name: TITLE }).count()).toBe(0);

    service.upstream.play(answerText('Hi', { rawUsage: { prompt_tokens: 5000, completion_tokens: 1 } }));
    const answer = await service.post({ model: 'svc-frost', messages: [{ role: 'user', content: 'Hello' }] });
    const id = answer.headers.get('x-request-id')!;
    await openPage(visitor, '/operator/engines');
    await page.getByRole('heading', { name: TITLE }).waitFor();
    await page.getByLabel(`Claim and charge: ${id}`).click();

    expect(await page.locator('.log-states').textContent()).toContain('5000');
    expect(await page.getByRole('link', { name: service.accountId }).count()).toBe(1);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    expect(await axeFindings(page)).toEqual([]);
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  },
  LONG_MS,
);
