/** Users, keys, channels and spending of a one-api or new-api, made by its own API. */
import type { OneApiPerson } from '../support/one-api.ts';
import type { Random } from '../support/random.ts';
import { answerText, type ScriptedUpstream } from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import type { ForeignProgram, Fork } from './foreign-program.ts';

const PASSWORD = 'of-a-customer';
/** Long enough for the tokens that the engine says it has counted. */
export const QUESTION = 'Hello '.repeat(500);
/** one-api bills the name that its channels ask for, new-api the name that customers do. */
const RATIO_OF_SWIFT = { 'one-api': { swift: 7, 'swift-2': 0.5 }, 'new-api': { swift: 0.5, 'swift-2': 7 } };
const optionsOf = (fork: Fork) => ({
  ModelRatio: { ...RATIO_OF_SWIFT[fork], plain: 1 },
  CompletionRatio: { swift: 4, 'swift-2': 4, plain: 2 },
  GroupRatio: { default: 1, vip: 0.8 },
});

type Key = {
  /** As the program keeps it, without its beginning. */
  readonly key: string;
  readonly name: string;
  readonly unlimited_quota: boolean;
  readonly remain_quota: number;
};
type Question = {
  readonly key: string;
  readonly model: string;
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
  /** In units of that program. */
  readonly charged: number;
};
export type ForeignCustomer = {
  readonly id: number;
  readonly email: string;
  readonly group: string;
  /** After all the questions. */
  readonly quota: number;
  readonly keys: readonly Key[];
  readonly questions: readonly Question[];
};

type FillWith = { readonly upstream: ScriptedUpstream; readonly random: Random; readonly domain: string };

export async function fill(program: ForeignProgram, about: FillWith): Promise<readonly ForeignCustomer[]> {
  const { root } = program;
  for (const [key, value] of Object.entries(optionsOf(program.fork))) {
    await root.ask('PUT', 'option/', { key, value: JSON.stringify(value) });
  }
  await addChannels(program, about.upstream);
  const customers: ForeignCustomer[] = [];
  for (const name of ['jana', 'petr', 'eva']) customers.push(await addCustomer(program, name, about));
  return customers;
}

async function addChannels({ fork, root }: ForeignProgram, upstream: ScriptedUpstream): Promise<void> {
  const base_url = upstream.url.replace(/\/v1$/, '');
  const model_mapping = '{"swift":"swift-2"}';
  const common = { type: 1, base_url, models: 'swift,plain', group: 'default,vip', model_mapping };
  const channels = [
    { ...common, name: '主渠道', key: 'sk-engine', priority: 10 },
    { ...common, name: 'Spare', key: 'sk-spare', priority: 0, models: 'swift' },
    { ...common, name: 'Cloud', key: 'k', priority: -10, type: 3 },
  ];
  for (const channel of channels) {
    await root.ask('POST', 'channel/', fork === 'new-api' ? { mode: 'single', channel } : channel);
  }
}

async function addCustomer(program: ForeignProgram, name: string, about: FillWith): Promise<ForeignCustomer> {
  const { fork, root, url } = program;
  const { random } = about;
  const given = random.integer(5_000_000, 9_000_000);
  await root.ask('POST', 'user/', { username: name, password: PASSWORD, display_name: name });
  const person = await program.signIn({ username: name, password: PASSWORD });
  // An administrator of new-api cannot write the address of another.
  const email = fork === 'one-api' && name === 'jana' ? 'Jana@Example.com' : '';
  const row = { id: person.id, username: name, display_name: name, quota: given, email };
  const group = name === 'eva' ? 'vip' : 'default';
  await root.ask('PUT', 'user/', { ...row, group });
  await addKeys(person, random);
  const questions: Question[] = [];
  for (const { key, name: kind } of await keysOf(person)) {
    for (let left = random.integer(1, 3); left > 0; left--) {
      const model = kind === 'limited' ? 'swift' : random.pick(['swift', 'plain']);
      const usage = { prompt_tokens: 10 * random.integer(1, 90), completion_tokens: 10 * random.integer(1, 40) };
      const before = (await userOf(root, person.id)).quota;
      about.upstream.play(answerText('Hi.', { usage }));
      await askThere(url, key, model);
      await until('the question is charged', async () => {
        const { quota, used_quota, request_count } = await userOf(root, person.id);
        return request_count === questions.length + 1 && quota + used_quota === given;
      });
      questions.push({ key, model, usage, charged: before - (await userOf(root, person.id)).quota });
    }
  }
  const { quota } = await userOf(root, person.id);
  const known = email.toLowerCase() || `${name}@${about.domain}`;
  return { id: person.id, email: known, group, quota, keys: await keysOf(person), questions };
}

/** One that may do all, one with a rest and one model. */
async function addKeys(person: OneApiPerson, random: Random): Promise<void> {
  const common = { expired_time: -1, unlimited_quota: true, remain_quota: 0 };
  await person.ask('POST', 'token/', { ...common, name: 'free' });
  const rest = { unlimited_quota: false, remain_quota: random.integer(1_000_000, 2_000_000) };
  const oneModel = { models: 'swift', model_limits_enabled: true, model_limits: 'swift' };
  await person.ask('POST', 'token/', { ...common, ...rest, ...oneModel, name: 'limited' });
}

async function keysOf(person: OneApiPerson): Promise<readonly Key[]> {
  const listed = (await person.ask('GET', 'token/?p=0&size=100')) as
    | readonly Key[]
    | { readonly items: readonly Key[] };
  const keys = 'items' in listed ? listed.items : listed;
  return keys.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

type UserRow = { readonly quota: number; readonly used_quota: number; readonly request_count: number };
const userOf = async (root: OneApiPerson, id: number) => (await root.ask('GET', `user/${id}`)) as UserRow;

async function askThere(url: string, key: string, model: string): Promise<void> {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: QUESTION }] }),
  });
  if (!response.ok) throw new Error(`It answers ${response.status}: ${await response.text()}`);
}
