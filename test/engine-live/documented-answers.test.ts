/**
 * The answers that README.md and docs/start.md show are what the built-in model says. It is asked without chance, and it
 * must be sure of every token, so that the last digit of a float on another processor changes nothing.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startService, type TestService, until } from '../support/service.ts';

const README = read('README.md');
const START = read('docs/start.md');
/** A token that is less likely than this could become another one. */
const PROBABILITY_MIN = 0.8;

let service: TestService;
beforeAll(async () => {
  service = await startService({ embedded: {} });
  const isReady = async () => (await fetch(service.url.replace('/v1', '/readyz'))).status === 200;
  await until('the engine is ready', isReady);
});
afterAll(() => service.stop());

/** The body of the first `curl -d '…'` of a document. */
const bodyIn = (text: string): object => JSON.parse(/ -d '(\{[^']+\})'/.exec(text)![1]!) as object;
const withoutIds = (answer: object) => ({ ...answer, id: '', created: 0 });

describe('the answers in the documents', () => {
  let costs = 0;

  test('README.md shows the first answer, its tokens and its price', async () => {
    const shown = JSON.parse(/^\{"id":"chatcmpl-.*$/m.exec(README)![0]!);

    const answer = await (await service.post({ ...bodyIn(README), temperature: 0 })).json();

    expect(withoutIds(answer as object)).toEqual(withoutIds(shown));
    costs += Number(shown.usage.cost_czk);
  });

  test('docs/start.md shows a stream, what it leaves out, and what both have cost', async () => {
    const shown = [...START.matchAll(/^data: (\{.*\})$/gm)].map(([, json]) => withoutIds(JSON.parse(json!)));
    const leftOut = Number(/^\((\d+) more pieces of text\)$/m.exec(START)![1]);

    const stream = await (await service.post({ ...bodyIn(START), temperature: 0 })).text();

    const sent = [...stream.matchAll(/^data: (\{.*\})$/gm)].map(([, json]) => withoutIds(JSON.parse(json!)));
    expect(sent.filter((_, i) => i < 2 || i >= 2 + leftOut)).toEqual(shown);
    costs += Number(/"cost_czk":"([\d.]+)"/.exec(START)![1]);
    const spent = [...START.matchAll(/spent ([\d.]+) CZK/g)].map(([, czk]) => Number(czk));
    expect(spent).toEqual([Number(costs.toFixed(9)), Number(costs.toFixed(9))]);
  });

  test.each([...answersIn(README), ...answersIn(START)])('to %j it says %j, and is sure of it', async (ask, said) => {
    const answer = await service.client().chat.completions.create({
      model: 'svc-glacier',
      messages: [{ role: 'user', content: ask }],
      temperature: 0,
      logprobs: true,
    });

    expect(answer.choices[0]?.message.content).toBe(said);
    const tokens = answer.choices[0]?.logprobs?.content ?? [];
    expect(Math.min(...tokens.map(({ logprob }) => logprob))).toBeGreaterThan(Math.log(PROBABILITY_MIN));
  });
});

/** The rows of a table of questions and answers. */
function answersIn(text: string): [string, string][] {
  const table = text.slice(text.indexOf('| You ask | It answers |')).split('\n\n')[0]!;
  const rows = table.split('\n').slice(2);
  return rows.map((row) => row.slice(2, -2).split(' | ') as [string, string]);
}

function read(file: string): string {
  return readFileSync(join(resolve(import.meta.dir, '../..'), file), 'utf8');
}
