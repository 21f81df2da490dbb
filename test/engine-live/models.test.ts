/** Several model files in the embedded engine, through the whole service: the real process, real files, real memory. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { copyFileSync, mkdtempSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUILT_IN_MODEL_PATH } from '../../src/engines/llama/built-in-model.ts';
import { ENDLESS } from '../support/endless.ts';
import { rssBytesOf } from '../support/process-memory.ts';
import { startService, type TestService, until } from '../support/service.ts';
import { times } from '../support/thorough.ts';
import { writeTinyModel } from '../support/tiny-gguf.ts';

const folder = mkdtempSync(join(tmpdir(), 'boreal-models-'));
const first = join(folder, 'first.gguf');
const second = join(folder, 'second.gguf');
const lazy = join(folder, 'lazy.gguf');
const tiny = join(folder, 'tiny.gguf');
/** Each of these is loaded by the test that asks for it first. */
const MODELS = {
  'svc-polaris': { file: second },
  ...{ 'for-many': own(copyOf('many.gguf')), meanwhile: own(copyOf('meanwhile.gguf')), lazy: own(lazy) },
  ...{ tiny: own(tiny), 'other-marks': { ...own(first), template: 'llama3' } },
};
let service: TestService;
beforeAll(async () => {
  for (const name of ['first.gguf', 'second.gguf', 'lazy.gguf']) copyOf(name);
  writeTinyModel(tiny, { marks: ['<bos>', '<start_of_turn>', '<end_of_turn>'] });
  service = await start({ embedded: { slots: 4 }, models: MODELS });
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

function copyOf(name: string): string {
  const path = join(folder, name);
  copyFileSync(BUILT_IN_MODEL_PATH, path);
  return path;
}

function own(file: string) {
  return { engine: 'embedded', file, maxOutputTokens: 400, price: { input: '1', output: '1' } };
}

const user = (content: string) => [{ role: 'user' as const, content }];
/** The default model of the catalogue is svc-glacier: its file is loaded before the first request. */
const LONG = { model: 'svc-frost', messages: user('Hi'), max_tokens: 150, stream: true, ...ENDLESS };
const FRANCE = { messages: user('What is the capital of France?'), temperature: 0, max_tokens: 40 };
const MIB = 2 ** 20;
const MANY = times(12, 24);

/** With 16 places one of these files needs about 350 MiB: two do not fit into this. */
const ROOM_FOR_ONE = { slots: 16, memoryMaxMiB: 450 };

type Changes = {
  readonly embedded?: Readonly<Record<string, unknown>>;
  readonly models?: Readonly<Record<string, unknown>>;
};

/** svc-frost and svc-glacier are answered by the first file, svc-polaris by the second. */
async function start({ embedded = {}, models = { 'svc-polaris': { file: second } } }: Changes = {}) {
  const service = await startService({
    embedded: { model: first, slots: 8, ...embedded },
    env: { BOREAL_MODELS: JSON.stringify(models) },
  });
  await until('the engine is ready', () => isReady(service));
  return service;
}

const isReady = async (service: TestService): Promise<boolean> =>
  (await fetch(service.url.replace('/v1', '/readyz'))).status === 200;
const pidOf = (service: TestService): number =>
  Number(service.log.findLast((line) => line.message === 'embedded engine is ready')?.pid);
const rssOf = (service: TestService): number => rssBytesOf(pidOf(service));

/** Loads and unloads, in order: `+first.gguf`. */
const movesOf = (service: TestService): readonly string[] =>
  service.log.flatMap(({ message, model }) => {
    const name = String(model).split('/').at(-1);
    if (message === 'embedded engine has loaded a model') return [`+${name}`];
    return message === 'embedded engine has unloaded a model' ? [`-${name}`] : [];
  });

async function answerOf(service: TestService, model: string, maxRetries = 0): Promise<string> {
  const answer = await service.client({ maxRetries }).chat.completions.create({ ...FRANCE, model });
  const message = answer.choices[0]?.message as { content: string; reasoning_content?: string } | undefined;
  return `${message?.reasoning_content ?? ''}${message?.content}`;
}

describe('a model with a file of its own', () => {
  test('is loaded when it is first asked for, and says whose answer it gives', async () => {
    const before = movesOf(service);
    expect(before).toContain('+first.gguf');
    expect(before).not.toContain('+second.gguf');

    const answer = await answerOf(service, 'svc-polaris');

    expect(answer.length).toBeGreaterThan(0);
    expect(movesOf(service)).toEqual([...before, '+second.gguf']);
    expect((await answerOf(service, 'svc-glacier')).length).toBeGreaterThan(0);
    const listed = (await service.client().models.list()).data.filter(({ id }) => id.startsWith('svc-'));
    expect(listed.map((model) => (model as unknown as { note: string }).note)).toEqual([
      'Answered by the model file first.gguf.',
      'Answered by the model file first.gguf.',
      'Answered by the model file second.gguf.',
    ]);
  });

  test('that many ask for at once is loaded once, and all of them are answered', async () => {
    const before = movesOf(service);

    const answers = await Promise.all(Array.from({ length: 12 }, () => answerOf(service, 'for-many')));

    expect(answers.filter((answer) => answer.length > 0).length).toBe(12);
    expect(movesOf(service)).toEqual([...before, '+many.gguf']);
  });

  test('is loaded while another one answers, which goes on undisturbed', async () => {
    const before = movesOf(service);
    const running = await service.post(LONG);

    const answer = await answerOf(service, 'meanwhile');

    expect(answer.length).toBeGreaterThan(0);
    expect(movesOf(service)).toEqual([...before, '+meanwhile.gguf']);
    expect(await running.text()).toEndWith('data: [DONE]\n\n');
  });

  test('may have another template than the rest, and another vocabulary', async () => {
    const tokensOf = async (model: string): Promise<number> => {
      const answer = await service.client().chat.completions.create({ model, messages: user('Hi'), max_tokens: 1 });
      return answer.usage?.prompt_tokens ?? 0;
    };

    // <start_of_turn> and <end_of_turn> are one token each, and every byte besides: user ⏎ Hi ⏎ model ⏎.
    expect(await tokensOf('tiny')).toBe(1 + 3 + 5 + 2 + 1 + 6);
    // This vocabulary has none of the marks of Llama 3: as texts they are many tokens.
    expect(await tokensOf('other-marks')).toBeGreaterThan(30);
  });
});

test('an engine that needs no model at the start is ready at once, with none', async () => {
  const elsewhere = { engine: 'main' };
  const engines = { main: { kind: 'openai', baseUrl: 'http://127.0.0.1:9/v1', model: 'x' } };
  await using empty = await startService({
    embedded: { slots: 2 },
    env: {
      BOREAL_ENGINES: JSON.stringify(engines),
      BOREAL_MODELS: JSON.stringify({
        'svc-frost': elsewhere,
        'svc-glacier': elsewhere,
        'svc-polaris': { file: second },
      }),
    },
  });

  await until('the engine is ready', () => isReady(empty));

  expect(movesOf(empty)).toEqual([]);
  expect((await answerOf(empty, 'svc-polaris')).length).toBeGreaterThan(0);
  expect(movesOf(empty)).toEqual(['+second.gguf']);
});

describe('a budget for one of two models', () => {
  let tight: TestService;
  beforeAll(async () => {
    tight = await start({ embedded: ROOM_FOR_ONE });
  });
  afterAll(() => tight.stop());

  test('unloads the one that is idle, and its memory is free again', async () => {
    await using roomy = await start({ embedded: { slots: 16, memoryMaxMiB: 2000 } });
    await answerOf(roomy, 'svc-glacier');
    const oneLoaded = rssOf(roomy);
    await answerOf(roomy, 'svc-polaris');
    const bothLoaded = rssOf(roomy);

    for (let round = 0; round < times(2, 4); round++) {
      await answerOf(tight, 'svc-glacier');
      await answerOf(tight, 'svc-polaris');
    }

    expect(movesOf(tight).slice(0, 5)).toEqual([
      '+first.gguf',
      '-first.gguf',
      '+second.gguf',
      '-second.gguf',
      '+first.gguf',
    ]);
    // Beside the file, 16 places of 2048 tokens take 256 MiB of cache.
    expect((bothLoaded - oneLoaded) / MIB).toBeGreaterThan(240);
    expect((rssOf(tight) - oneLoaded) / MIB).toBeLessThan(150);
  });

  test('lets running answers end before their model goes', async () => {
    await answerOf(tight, 'svc-frost');
    const before = movesOf(tight);
    const running = await tight.post(LONG);

    const [whole, other] = await Promise.all([running.text(), answerOf(tight, 'svc-polaris')]);

    expect(whole).toEndWith('data: [DONE]\n\n');
    expect(other.length).toBeGreaterThan(0);
    expect(movesOf(tight)).toEqual([...before, '-first.gguf', '+second.gguf']);
  });

  test('tells who has waited for room in vain to come again, for nothing', async () => {
    await using hasty = await start({ embedded: { ...ROOM_FOR_ONE, loadWaitMs: 50 } });
    const running = await hasty.post({ ...LONG, max_tokens: 300 });

    const refused = await hasty.post({ ...FRANCE, model: 'svc-polaris' });

    expect(refused.status).toBe(502);
    expect(await refused.json()).toMatchObject({ error: { code: 'upstream_overloaded' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // The file of the one that runs stays; the other one is still loaded for the next that asks.
    expect(movesOf(hasty)).toEqual(['+first.gguf']);
    expect(await running.text()).toEndWith('data: [DONE]\n\n');
  });

  test('serves both models to many at once, in turns', async () => {
    const answers = await Promise.all(
      Array.from({ length: MANY }, (_, i) => answerOf(tight, i % 2 === 0 ? 'svc-frost' : 'svc-polaris')),
    );

    expect(answers.filter((answer) => answer.length > 0).length).toBe(MANY);
  });
});

describe('a file that cannot be used', () => {
  test.each([
    ['does not exist', () => join(folder, 'nowhere.gguf')],
    ['is not a GGUF file', () => import.meta.path],
    ['is cut off', () => cutOff('cut.gguf')],
  ])('because it %s is reported before anything starts', async (what, make) => {
    const file = make();

    const refusal = startService({ embedded: {}, env: { BOREAL_MODELS: JSON.stringify({ 'svc-frost': { file } }) } });

    await expect(refusal).rejects.toThrow(`The model file of svc-frost cannot be used: ${file} ${what}`);
  });

  test('because it can never fit is reported before anything starts, with the numbers', async () => {
    const refusal = startService({ embedded: { memoryMaxMiB: 100 } });

    await expect(refusal).rejects.toThrow(
      /svc-frost, svc-glacier, svc-polaris needs about \d+ MiB \(its file has 31, .* 6 slots of 2048 tokens\), but models may take 100 MiB: raise embedded.memoryMaxMiB/,
    );
  });

  test('because it was damaged later keeps an engine that needs it first from starting again, until it is mended', async () => {
    const file = join(folder, 'later.gguf');
    copyFileSync(first, file);
    await using mortal = await start({ models: { 'svc-glacier': { file } } });
    truncateSync(file, 20 * MIB);

    process.kill(pidOf(mortal), 'SIGKILL');
    await until('the reason is logged', () => mortal.log.some((line) => String(line.reason).includes('is cut off')));
    copyFileSync(first, `${file}.whole`);
    renameSync(`${file}.whole`, file);

    await until('the engine is ready again', () => isReady(mortal));
    expect((await answerOf(mortal, 'svc-glacier')).length).toBeGreaterThan(0);
  });

  test('because it was damaged before it was first asked for leaves the others alone', async () => {
    truncateSync(lazy, 20 * MIB);

    const refused = await service.post({ ...FRANCE, model: 'lazy' });

    expect(refused.status).toBe(502);
    expect(await refused.text()).not.toContain(folder);
    const told = service.log.find((line) => line.message === 'embedded engine cannot load a model');
    expect(told?.reason).toContain(`${lazy} is cut off`);
    expect((await answerOf(service, 'svc-frost')).length).toBeGreaterThan(0);
    copyFileSync(first, lazy);
    expect((await answerOf(service, 'lazy')).length).toBeGreaterThan(0);
  });
});

test('an engine that is killed while it loads a model fails who waited for it, and answers from its next life', async () => {
  // So many places take a while to be made.
  await using mortal = await start({ embedded: { slots: 32, memoryMaxMiB: 4000 } });
  const answer = mortal.post({ ...FRANCE, model: 'svc-polaris' });
  const isLoading = () =>
    mortal.log.some(({ message, model }) => message === 'embedded engine loads a model' && model === second);
  await until('the second file is being loaded', isLoading);

  process.kill(pidOf(mortal), 'SIGKILL');

  expect((await answer).status).toBe(502);
  // On a busy machine the next life begins later than a request waits for it: clients ask again.
  expect((await answerOf(mortal, 'svc-polaris', 10)).length).toBeGreaterThan(0);
  // The second file was loaded once only, after the first had been loaded again.
  expect(movesOf(mortal)).toEqual(['+first.gguf', '+first.gguf', '+second.gguf']);
});

test('an answer with a form holds no token that cannot be seen, even one that is asked for', async () => {
  const isMark = 1;

  const answer = await service.client().chat.completions.create({
    model: 'svc-glacier',
    messages: user('Fill in the form.'),
    logit_bias: { [isMark]: 100 },
    response_format: {
      type: 'json_schema',
      json_schema: {
        name: 'form',
        schema: {
          type: 'object',
          properties: { text: { type: 'string', minLength: 24, maxLength: 60 } },
          required: ['text'],
          additionalProperties: false,
        },
      },
    },
    seed: 1,
    max_tokens: 300,
  });

  // The mark is spelt with twelve characters and shown with none: two of them would do for the grammar.
  const { text } = JSON.parse(answer.choices[0]?.message.content ?? '') as { text: string };
  expect(text.length).toBeGreaterThanOrEqual(24);
});

function cutOff(name: string): string {
  const path = copyOf(name);
  truncateSync(path, 20 * MIB);
  return path;
}
