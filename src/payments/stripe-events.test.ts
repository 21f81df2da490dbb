import { expect, test } from 'bun:test';
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '../..');
const read = (path: string) => Bun.file(join(ROOT, path)).text();

test('the documents name every message that is acted on, so that operators let Stripe send it, and no other', async () => {
  const source = await read('src/payments/stripe-events.ts');
  const guide = await read('docs/operating/payments.md');
  const [, list = ''] = guide.split('and these events:');

  const acted = [...source.matchAll(/^ {4}case '([\w.]+)':/gm)].map((match) => match[1]!);
  const documented = [...list.split('\n2.')[0]!.matchAll(/`([\w.]+)`/g)].map((match) => match[1]!);

  expect(acted.length).toBeGreaterThan(10);
  expect(documented.toSorted()).toEqual(acted.toSorted());
});
