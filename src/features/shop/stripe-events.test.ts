import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { EVENT_TYPES } from './stripe-events.ts';

const ROOT = join(import.meta.dir, '../../..');
const read = (path: string) => Bun.file(join(ROOT, path)).text();

test('the documents and the list name every message that is acted on, and no other', async () => {
  const source = await read('src/features/shop/stripe-events.ts');
  const guide = await read('docs/operating/payments.md');
  const [, list = ''] = guide.split('and these events:');

  const acted = [...source.matchAll(/^ {4}case '([\w.]+)':/gm)].map((match) => match[1]!);
  const documented = [...list.split('\n2.')[0]!.matchAll(/`([\w.]+)`/g)].map((match) => match[1]!);

  expect(acted.length).toBeGreaterThan(10);
  expect(documented.toSorted()).toEqual(acted.toSorted());
  expect([...EVENT_TYPES].toSorted() as string[]).toEqual(acted.toSorted());
});
