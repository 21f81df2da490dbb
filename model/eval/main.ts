/**
 * `npm run eval -- [--url http://127.0.0.1:8787/v1] [--key sk-…] [--sets sealed6,sealed7] [--model id]
 * [--questions 5] [--temperature 0] [--embedded '{"repeatPenalty":1}'] [--report file.md] [--answers file.jsonl]`
 *
 * Asks the questions of the evaluation over HTTP, or the first few of each set and of the abilities, and says which answers are right, honest or wrong. Without an address it starts
 * a service of its own with the built-in model, in a folder that is removed at the end. With one it needs a key
 * (`--key` or `BOREAL_API_KEY`); any engine may answer there.
 */
import { writeFileSync } from 'node:fs';
import { readArguments, refuseArguments } from '../../bench/support/options.ts';
import { createAsk } from './ask.ts';
import { type Evaluation, evaluate } from './evaluate.ts';
import { SETS, type SetName } from './questions.ts';
import { misses, reportOf } from './report.ts';

const { values: options } = readArguments({
  options: {
    url: { type: 'string' },
    key: { type: 'string' },
    model: { type: 'string' },
    sets: { type: 'string', default: SETS.join(',') },
    questions: { type: 'string' },
    temperature: { type: 'string' },
    embedded: { type: 'string', default: '{}' },
    report: { type: 'string' },
    answers: { type: 'string' },
  },
});

const sets = options.sets.split(',') as SetName[];
const unknownSets = sets.filter((set) => !SETS.includes(set));
if (unknownSets.length > 0) {
  refuseArguments(`There is no set ${unknownSets.join(', ')}; say some of: ${SETS.join(', ')}`);
}
const questionsMax = Number(options.questions ?? Number.MAX_SAFE_INTEGER);
if (!Number.isInteger(questionsMax) || questionsMax < 1) refuseArguments('--questions is a whole number from 1 on');

await using stack = new AsyncDisposableStack();
// An interrupted run leaves no process behind either.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stack.disposeAsync().finally(() => process.exit(1)));
}
const { url, key } = options.url === undefined ? await ownService() : { url: options.url, key: givenKey() };
const evaluation = await evaluate(
  createAsk({
    ...{ url, key },
    ...(options.model !== undefined && { model: options.model }),
    ...(options.temperature !== undefined && { temperature: Number(options.temperature) }),
  }),
  sets,
  (questions) => questions.slice(0, questionsMax),
  (abilities) => abilities.slice(0, questionsMax),
);
const report = reportOf(evaluation);
console.log(report);
for (const line of misses(evaluation)) console.log(line);
if (options.report) writeFileSync(options.report, report);
if (options.answers) writeFileSync(options.answers, answersOf(evaluation));

async function ownService(): Promise<{ url: string; key: string }> {
  // Only here: it brings most of the program with it.
  const { accountIn, startServiceProcess } = await import('../../test/support/service-process.ts');
  const service = stack.use(
    await startServiceProcess({
      env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000', BOREAL_EMBEDDED: options.embedded },
    }),
  );
  const { key } = await accountIn(service.dataDir);
  await service.hasLogged('embedded engine is ready');
  return { url: service.url, key };
}

function givenKey(): string {
  const key = options.key ?? process.env.BOREAL_API_KEY;
  if (key) return key;
  return refuseArguments('Say the key with --key or in BOREAL_API_KEY');
}

function answersOf({ sets: asked }: Evaluation): string {
  const lines = [...asked].flatMap(([set, all]) =>
    all.map(({ question, outcome, answer }) =>
      JSON.stringify({
        set,
        outcome,
        lang: question.lang,
        domain: question.domain,
        ask: question.ask,
        said: answer.text,
      }),
    ),
  );
  return `${lines.join('\n')}\n`;
}
