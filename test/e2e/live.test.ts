/** Live requests in the operator's area, in a real browser. */
import { beforeAll, expect, test } from 'bun:test';
import { axeFindings, openPage, overflowOf, signInQuietly } from '../support/browser.ts';
import { OPERATOR_EMAIL, signedUpOperator } from '../support/busy-operator.ts';
import { PASSWORD } from '../support/page-client.ts';
import { jsonError } from '../support/scripted-upstream.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 600_000;
const HELLO = { role: 'user', content: 'Hello' };
const PICTURE = { role: 'user', content: [{ type: 'image_url' }] };

const site = openSite({});

beforeAll(async () => {
  await signedUpOperator(site.service);
}, LONG_MS);

test(
  'a request that was refused says why, and the page is no wider for it',
  async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    await signInQuietly(visitor, OPERATOR_EMAIL, PASSWORD);
    await openPage(visitor, '/operator/live');

    await (await site.service.post({ messages: [HELLO] })).text();
    await (await site.service.post({ messages: [PICTURE] })).text();

    await page.getByText('invalid_request: messages[0].content[0].image_url').waitFor();
    site.service.upstream.play(jsonError(500, { error: { message: 'no room for Hello' } }));
    expect((await site.service.post({ messages: [HELLO] })).status).toBe(502);
    await page.getByText('upstream_failed: main, 500').waitFor();
    expect(await page.locator('#page').textContent()).not.toContain('no room');
    expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0]);
    await page.setViewportSize({ width: 360, height: 800 });
    expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0]);
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  },
  LONG_MS,
);
