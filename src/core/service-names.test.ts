import { expect, test } from 'bun:test';
import { serviceNames } from './service-names.ts';

test.each([
  ['Boreal', 'boreal', 'BOREAL_API_KEY'],
  ['Žluťoučký kůň s.r.o.', 'zlutoucky-kun-s-r-o', 'ZLUTOUCKY_KUN_S_R_O_API_KEY'],
  ['2 Brothers AI', '2-brothers-ai', 'SERVICE_2_BROTHERS_AI_API_KEY'],
  ['"quoted" \r\n name', 'quoted-name', 'QUOTED_NAME_API_KEY'],
  ['模型', 'service', 'SERVICE_API_KEY'],
  ['a'.repeat(60), 'a'.repeat(40), `${'A'.repeat(40)}_API_KEY`],
])('%p is written %p in files and %p in the environment', (name, slug, keyVariable) => {
  expect(serviceNames(name)).toMatchObject({ name, slug, keyVariable });
});
