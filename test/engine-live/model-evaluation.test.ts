/** The built-in model keeps what its evaluation found: other weights or another sampling that lose it fail here. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { ABILITIES } from '../../model/eval/abilities.ts';
import { type Ask, createAsk } from '../../model/eval/ask.ts';
import { type Asked, evaluate } from '../../model/eval/evaluate.ts';
import { readFacts } from '../support/boreal-facts.ts';
import { startService, type TestService, until } from '../support/service.ts';
import { times } from '../support/thorough.ts';

/** A hundred questions together; `npm run eval` asks the whole evaluation. */
const OF_THE_EVALUATION = 60;
const ABOUT_BOREAL = 40;
/** Some of each kind. */
const OF_THE_ABILITIES = times(20, ABILITIES.length);

let service: TestService;
let ask: Ask;
beforeAll(async () => {
  service = await startService({ embedded: {}, env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000' } });
  const isReady = async () => (await fetch(service.url.replace('/v1', '/readyz'))).status === 200;
  await until('the engine is ready', isReady);
  ask = createAsk({ url: service.url, key: service.key, temperature: 0 });
});
afterAll(() => service.stop());

const said = async (question: string): Promise<string> =>
  (await ask({ messages: [{ role: 'user', content: question }] })).text;

/** So many of them, spread evenly. */
const some = <T>(all: readonly T[], count: number): readonly T[] =>
  Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)]!);

const describedMiss = ({ question, answer }: Asked): string => `${question.ask} → ${answer.text}`;

describe('the built-in model', () => {
  test('answers nearly everything rightly or honestly, to the end, in the language of the question, and calls tools', async () => {
    const { sets, abilities } = await evaluate(
      ask,
      ['sealed7'],
      (questions) => some(questions, OF_THE_EVALUATION),
      (all) => some(all, OF_THE_ABILITIES),
    );

    const asked = sets.get('sealed7')!;
    const wrong = asked.filter(({ outcome }) => outcome === 'wrong').map(describedMiss);
    expect(asked.length).toBe(OF_THE_EVALUATION);
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(3);
    expect(asked.filter(({ fault }) => fault)).toEqual([]);
    expect(new Set(abilities.map(({ kind }) => kind))).toEqual(new Set(ABILITIES.map(({ kind }) => kind)));
    expect(abilities.filter(({ isRight }) => isRight).length / abilities.length).toBeGreaterThan(0.93);
  }, 300_000);

  test('says about Boreal what it was taught, which `test/boreal-facts.test.ts` finds to be true', async () => {
    const questions = readFacts().flatMap(({ ask: { en, cs }, says }) => [
      { question: en, taught: says.en },
      { question: cs, taught: says.cs },
    ]);

    const other: string[] = [];
    for (const { question, taught } of some(questions, ABOUT_BOREAL)) {
      if ((await said(question)) !== taught) other.push(question);
    }

    expect(questions.length).toBeGreaterThan(180);
    expect(other.length, other.join('\n')).toBeLessThanOrEqual(1);
  }, 300_000);
});
