/** Asked about Boreal, the built-in model says what it was taught, which `test/boreal-facts.test.ts` finds to be true. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createAsk } from '../../model/eval/ask.ts';
import { readFacts } from '../support/boreal-facts.ts';
import { startService, type TestService, until } from '../support/service.ts';
import { aThirdOf } from '../support/thorough.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ embedded: {}, env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000' } });
  const isReady = async () => (await fetch(service.url.replace('/v1', '/readyz'))).status === 200;
  await until('the engine is ready', isReady);
});
afterAll(() => service.stop());

const said = async (question: string): Promise<string> => {
  const ask = createAsk({ url: service.url, key: service.key, temperature: 0 });
  return (await ask({ messages: [{ role: 'user', content: question }] })).text;
};

describe('the built-in model, asked about Boreal', () => {
  test('says what it was taught', async () => {
    const questions = readFacts().flatMap(({ ask_en, ask_cs, en, cs }) => [
      { question: ask_en[0]!, taught: en },
      { question: ask_cs[0]!, taught: cs },
    ]);

    const asked = aThirdOf(questions);
    const other: string[] = [];
    for (const { question, taught } of asked) {
      if ((await said(question)) !== taught) other.push(question);
    }

    expect(questions.length).toBeGreaterThan(180);
    expect(asked.length).toBeGreaterThan(60);
    expect(other.length, other.join('\n')).toBeLessThan(asked.length * 0.04);
  }, 300_000);

  test('names the page to try it on as the page is called when asked in Czech how to begin', async () => {
    expect(await said('Jak začít?')).toContain('Vyzkoušet');
  });
});
