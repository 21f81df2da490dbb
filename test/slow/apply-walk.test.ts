/** Random walks of files that are applied and exported, by the real commands: what is exported has what was applied. */
import { expect } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { currentDatabase, test } from '../support/databases.ts';
import { emptyPostgres } from '../support/postgres-database.ts';
import { sharedBy } from '../support/postgres-storage.ts';
import { type Random, seeded } from '../support/random.ts';
import { runBoreal } from '../support/service-process.ts';
import { seeds } from '../support/thorough.ts';

const SEEDS = seeds(1, 6);
const FILES = 10;
const MODELS = ['svc-frost', 'svc-glacier', 'svc-polaris'] as const;
const ENGINES = ['main', 'a', 'b'] as const;

type Part = Readonly<Record<string, unknown>>;
type File = Partial<Readonly<Record<'engines' | 'models' | 'aliases' | 'plans' | 'payments', Part>>> & {
  readonly signUp?: string;
};

const some = <T>(random: Random, all: readonly T[]): T[] => all.filter(() => random.fraction() < 0.5);
const maybe = (random: Random, part: Part): Part => (random.fraction() < 0.5 ? part : {});
const czk = (random: Random) => String(random.integer(15, 999));

const engine = (random: Random) => ({
  kind: 'openai',
  baseUrl: `http://127.0.0.1:${random.integer(1, 3)}/v1`,
  model: random.pick(['m', 'n']),
  apiKey: random.pick(['key-one', 'key-two']),
  ...maybe(random, { queueMax: random.integer(0, 9) }),
  ...maybe(random, { thinking: 'off' }),
  ...maybe(random, { supports: ['top_k'] }),
  ...maybe(random, { concurrencyMax: random.integer(1, 9) }),
});

function routing(random: Random): Part {
  const [one, other] = random.pick([
    ['main', 'a'],
    ['b', 'main'],
    ['a', 'b'],
  ] as const);
  if (random.fraction() < 0.3)
    return {
      engine: [
        { engine: one, weight: 2 },
        { engine: other, weight: 1, model: 'x' },
      ],
    };
  return { engine: one, ...maybe(random, { model: 'y' }), ...maybe(random, { fallback: random.pick(MODELS) }) };
}

function price(random: Random): Part {
  const [input, output] = [random.integer(1, 99), random.integer(1, 99)];
  return {
    input: String(input),
    cachedInput: String(input / 4),
    output: String(output),
    reasoning: String(output * 2),
  };
}

const described = (random: Random): Part => ({
  ...maybe(random, { role: random.pick(['Fast', 'Slow']) }),
  ...maybe(random, { contextTokens: random.integer(100, 200) }),
  ...maybe(
    random,
    random.pick([
      { temperature: 0.1, tiers: { flex: 50 } },
      { temperature: 0.2, tiers: { priority: 200, batch: 25 } },
    ]),
  ),
  ...maybe(random, { maxOutputTokens: random.integer(1, 99) }),
});

/** A model that only the database has: whole, or ended. */
const added = (random: Random): Part | null =>
  random.fraction() < 0.3
    ? null
    : { ...described(random), maxOutputTokens: random.integer(1, 99), ...routing(random), price: price(random) };

/** Some parts, of each some; every form as `export` prints it. */
function fileBy(random: Random): File {
  const named = (names: readonly string[], make: () => unknown) =>
    Object.fromEntries(some(random, names).map((name) => [name, make()]));
  return {
    ...maybe(random, { engines: named(ENGINES, () => (random.fraction() < 0.15 ? null : engine(random))) }),
    ...maybe(random, {
      models: {
        ...named(MODELS, () => ({
          ...described(random),
          ...maybe(random, routing(random)),
          ...maybe(random, { price: price(random) }),
        })),
        ...named(['mine'], () => added(random)),
      },
    }),
    ...maybe(random, { aliases: named(['x', 'y*'], () => random.pick([...MODELS, 'mine', null])) }),
    ...maybe(random, { signUp: random.pick(['open', 'closed']) }),
    ...maybe(random, { plans: named(['pro', 'ultra'], () => ({ tokens: random.integer(1, 9_000_000) })) }),
    ...maybe(random, {
      payments: {
        ...maybe(random, { amounts: [...new Set([czk(random), czk(random)])] }),
        ...maybe(random, { anyAmount: random.pick([null, { min: '20', max: czk(random).padStart(4, '1') }]) }),
        ...maybe(random, {
          packages: some(random, ['p', 'q', 'r']).map((id) => ({
            ...{ id, tokens: random.integer(1, 999), czk: czk(random), days: random.integer(1, 99) },
          })),
        }),
        ...maybe(random, { plans: named(['pro', 'ultra'], () => ({ czk: czk(random) })) }),
      },
    }),
  };
}

/** The contents of an export: without keys, and without what was ended. */
const expectedOf = ({ engines = {}, models = {}, aliases = {}, ...rest }: File): File => ({
  ...rest,
  models: withoutEnded(models),
  aliases: withoutEnded(aliases),
  engines: Object.fromEntries(
    Object.entries(engines).flatMap(([name, one]) => {
      if (one === null) return [];
      const { apiKey: _, ...said } = one as Part;
      return [[name, said]];
    }),
  ),
});

const withoutEnded = (part: Part): Part => Object.fromEntries(Object.entries(part).filter(([, one]) => one !== null));

test.each(SEEDS)('what is applied is exported, and applied again changes nothing: seed %i', async (seed) => {
  const random = seeded(seed);
  const folder = mkdtempSync(join(tmpdir(), 'boreal-walk-'));
  await using closing = new AsyncDisposableStack();
  closing.defer(() => rmSync(folder, { recursive: true, force: true }));
  const storage = currentDatabase() === 'PostgreSQL' ? await emptyPostgres() : undefined;
  if (storage) closing.defer(() => storage.giveBack());
  const main = { kind: 'openai', baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'of the file', model: 'm', openMs: 77 };
  const env = {
    BOREAL_DATA_DIR: join(folder, 'data'),
    BOREAL_ENGINES: JSON.stringify({ main }),
    BOREAL_EMBEDDED: '{"enabled":false}',
    ...(storage && sharedBy(storage)),
  };
  const run = (...words: string[]) => runBoreal(words, env, folder);
  const exported = async () => JSON.parse((await run('export', '--json')).stdout) as Required<File>;
  await run('account', 'create', '--email', 'walk@example.com');
  let before = await exported();
  const codes: (number | null)[] = [];
  for (let step = 0; step < FILES; step++) {
    const file = fileBy(random);
    const about = `seed ${seed}, step ${step}: ${JSON.stringify(file)}`;
    writeFileSync(join(folder, 'walk.json'), JSON.stringify(file));

    const applied = await run('apply', 'walk.json', '--yes', '--json');
    const after = await exported();

    codes.push(applied.code);
    if (applied.code === 0) {
      const again = await run('apply', 'walk.json', '--json');
      const named = expectedOf(file);
      expect(after, about).toMatchObject(named);
      for (const [name, one] of Object.entries(named.engines ?? {})) expect(after.engines[name], about).toEqual(one);
      if (file.payments?.plans) expect(after.payments.plans, about).toEqual(file.payments.plans);
      expect(JSON.parse(again.stdout), about).toMatchObject({ changes: [], applied: false });
    } else {
      expect([applied.code, applied.stderr], about).toEqual([
        2,
        expect.stringMatching(/(models\..*\.(engine|fallback)|aliases\..*) names|apiKey|set by the configuration file/),
      ]);
      expect(after, about).toEqual(before);
    }
    before = after;
  }
  writeFileSync(join(folder, 'all.json'), JSON.stringify(before));

  expect((await run('apply', 'all.json')).stdout.trim()).toBe('Nothing to do.');
  expect((await run('audit', '--full', '--json')).code).toBe(0);
  expect(codes.filter((code) => code === 0).length).toBeGreaterThan(FILES / 3);
});
