/** A Boreal without models and accounts, into which another service is imported. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import { runBoreal, startServiceProcess } from '../support/service-process.ts';
import { QUESTION } from './foreign-world.ts';

/** The CZK for a USD. */
const RATE = '23.5';
/** Billionths of a crown: 500,000 units of one-api and new-api are a USD. */
export const NANOS_PER_UNIT = 47_000n;

type Told = { readonly what: string; readonly why: string };
type Shown = {
  readonly applied: boolean;
  readonly creditCzk: string;
  readonly accounts: readonly {
    readonly user: string;
    readonly email: string;
    readonly creditCzk: string;
    readonly keys: readonly { readonly name: string; readonly hint: string }[];
  }[];
  readonly changes: readonly object[];
  readonly left: readonly Told[];
};

type Key = object & { readonly name: string };

export async function startMovedIn(more: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-moved-in-'));
  const service = await startServiceProcess({ folder });
  const run = async (...words: readonly string[]) => {
    const { code, stdout, stderr } = await runBoreal([...words, '--json'], { ...service.env, ...more }, folder);
    if (code !== 0) throw new Error(`boreal ${words.join(' ')}: ${stderr}${stdout}`);
    return JSON.parse(stdout || '{}');
  };
  const get = async (path: string, apiKey: string) =>
    Object(await (await fetch(`${service.url}/${path}`, { headers: { authorization: `Bearer ${apiKey}` } })).json());
  return {
    importFrom: (from: string, database: string, ...words: readonly string[]): Promise<Shown> =>
      run('import', '--from', from, '--database', database, '--rate', RATE, ...words),
    keysOf: async (email: string): Promise<readonly Key[]> => (await run('key', 'list', '--account', email)).keys,
    audit: () => run('audit'),
    /** The credit, as a customer reads it with a key. */
    creditOf: async (apiKey: string): Promise<string> => {
      const { pots } = await get('balance', apiKey);
      return pots.find(({ pot }: { readonly pot: string }) => pot === 'credit').czk;
    },
    /** Models as a customer has them; in a price group, also with the price of the list. */
    modelsOf: async (apiKey: string): Promise<readonly { readonly id: string; readonly list_price?: object }[]> =>
      (await get('models', apiKey)).data,
    ask: (apiKey: string, model: string) =>
      new OpenAI({ baseURL: service.url, apiKey, maxRetries: 0 }).chat.completions.create({
        model,
        messages: [{ role: 'user', content: QUESTION }],
      }),
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
