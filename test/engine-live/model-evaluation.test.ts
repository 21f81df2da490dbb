/** The built-in model keeps what its evaluation found: other weights or another sampling that lose it fail here. */
import { expect, test } from 'bun:test';
import { createAsk } from '../../model/eval/ask.ts';
import { evaluate } from '../../model/eval/evaluate.ts';
import { startService, until } from '../support/service.ts';
import { aThirdOf } from '../support/thorough.ts';

test('nearly all held-out and unseen questions are answered rightly or honestly, to the end, in the language of the question', async () => {
  await using service = await startService({
    embedded: {},
    env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000' },
  });
  const isReady = async () => (await fetch(service.url.replace('/v1', '/readyz'))).status === 200;
  await until('the engine is ready', isReady);

  const ask = createAsk({ url: service.url, key: service.key, temperature: 0 });
  const { sets, abilities } = await evaluate(ask, ['held-out', 'unseen'], (questions, set) =>
    // Of a third of the held-out questions two wrong ones would be too many already.
    set === 'held-out' ? questions : aThirdOf(questions),
  );

  const asked = sets.get('held-out')!;
  const known = asked.filter(({ question }) => !question.unknown);
  const share = (part: readonly unknown[], whole: readonly unknown[]) => part.length / whole.length;
  expect(
    share(
      known.filter(({ outcome }) => outcome === 'right'),
      known,
    ),
  ).toBeGreaterThan(0.97);
  expect(
    share(
      asked.filter(({ outcome }) => outcome === 'wrong'),
      asked,
    ),
  ).toBeLessThan(0.02);
  const unseen = sets.get('unseen')!;
  expect(
    share(
      unseen.filter(({ outcome }) => outcome !== 'wrong'),
      unseen,
    ),
  ).toBeGreaterThan(0.93);
  expect([...asked, ...unseen].filter(({ fault }) => fault)).toEqual([]);
  expect(
    share(
      abilities.filter(({ isRight }) => isRight),
      abilities,
    ),
  ).toBeGreaterThan(0.93);
}, 300_000);
