/**
 * A route of a contract as a command. Its options, its usage and the checks of what is written come from the contract; its
 * JSON is the reply of the route, with times as text. It is about one account, as the route is.
 */
import { ServiceError } from '../../core/errors.ts';
import type { Account } from '../../core/ledger.ts';
import { isFile, type NamedRoute } from '../api/contract.ts';
import type { ParamsOf, ReplyOf, SentIn } from '../api/implement.ts';
import { checked } from '../http/validation-sentence.ts';
import { type AccountNeeds, accountOf } from './account.ts';
import { type Command, type Options, required, UsageError } from './command.ts';
import { type Flag, type FlagNames, flagsOf, isTime, sentBy, usageOf } from './flags.ts';

/** What the command was given, as a handler of the route has it. */
type Asked<Spec extends NamedRoute> = {
  readonly account: Account;
  readonly params: ParamsOf<Spec['name']>;
  readonly body: SentIn<Spec, 'body'>;
  readonly query: SentIn<Spec, 'query'>;
};

type Made<Spec extends NamedRoute, Needs> = {
  /** Where the sentence of the contract says too little, or speaks of what the command has not. */
  readonly about?: string;
  readonly names?: FlagNames;
  /** How the id of the path may be written; `ID`, unless said. */
  readonly id?: string;
  /** Whose the id of the path is. Where it is known, the command needs no `--account`. */
  readonly accountOf?: (id: string, needs: Needs) => Promise<string>;
  /** Fields that the command fills in itself. */
  readonly fills?: Readonly<Record<string, (needs: Needs) => unknown>>;
  readonly run: (asked: Asked<Spec>, needs: Needs) => Promise<ReplyOf<Spec>>;
  /** For people. */
  readonly text: (reply: ReplyOf<Spec>, asked: Asked<Spec>) => string;
};

/** `words`: those of the command, such as `webhook add`. The first one names the id of the path: `--webhook ID`. */
export function fromContract<Needs extends AccountNeeds, const Spec extends NamedRoute = NamedRoute>(
  words: string,
  spec: Spec,
  made: Made<Spec, Needs>,
): Command<Needs> {
  const { names = {}, fills = {} } = made;
  const params = [...spec.name.matchAll(/\{(\w{1,32})\}/g)].map(([, key = '']) => ({
    key,
    name: names[key] ?? (key === 'id' ? words.split(' ')[0]! : key),
  }));
  const ofAccount = made.accountOf ? [] : ['account'];
  const inQuery = spec.query ? flagsOf(spec.query, names) : [];
  const inBody = spec.body ? flagsOf(spec.body, names) : [];
  const flags = [...inQuery, ...inBody].filter(({ path: [key = ''] }) => !Object.hasOwn(fills, key));

  async function askedBy(options: Options, needs: Needs): Promise<Asked<Spec>> {
    const sent = (fields: readonly Flag[]) => ({
      ...sentBy(fields, options),
      ...Object.fromEntries(fields.flatMap(({ path: [key = ''] }) => (fills[key] ? [[key, fills[key](needs)]] : []))),
    });
    const inPath = Object.fromEntries(params.map(({ key, name }) => [key, required(options, name)]));
    const account = made.accountOf ? await made.accountOf(String(inPath.id), needs) : options.account;
    return {
      account: await accountOf({ account }, needs),
      params: inPath,
      query: spec.query && checked(spec.query, sent(inQuery)),
      body: spec.body && checked(spec.body, sent(inBody)),
    } as Asked<Spec>;
  }

  return {
    usage: [
      words,
      ...ofAccount.map((name) => `--${name} ID|EMAIL`),
      ...params.map(({ name }) => `--${name} ${made.id ?? 'ID'}`),
      ...flags.toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired)).map(usageOf),
      '[--json]',
    ].join(' '),
    about: made.about ?? spec.about ?? '',
    options: [...ofAccount, ...params.map(({ name }) => name), ...flags.map(({ name }) => name)],
    run: async (options, needs) => {
      try {
        const asked = await askedBy(options, needs);
        const answer = await made.run(asked, needs);
        const reply = isFile(spec.reply) ? answer : (spec.reply.parse(answer) as ReplyOf<Spec>);
        return { json: withIsoTimes(reply) as object, text: made.text(reply, asked) };
      } catch (thrown) {
        throw byOption(thrown, flags);
      }
    },
  };
}

/** A refusal that begins with the name of a field begins with that of its option. */
function byOption(thrown: unknown, flags: readonly Flag[]): unknown {
  if (!(thrown instanceof ServiceError)) return thrown;
  const { param = '' } = thrown.details;
  const field = param.replaceAll(/\[\d{1,9}\]/g, '');
  const flag = flags.find(({ path }) => path.join('.') === field) ?? flags.find(({ path }) => path[0] === field.split('.')[0]);
  const isAbout = flag !== undefined && thrown.message.startsWith(`${param} `);
  return new UsageError(isAbout ? `--${flag.name}${thrown.message.slice(param.length)}` : thrown.message);
}

/** Times leave as text in UTC, as in other commands: `createdAtMs` as `createdAt`. */
function withIsoTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withIsoTimes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) =>
      isTime(key)
        ? [key.slice(0, -'Ms'.length), typeof one === 'number' ? new Date(one).toISOString() : one]
        : [key, withIsoTimes(one)],
    ),
  );
}
