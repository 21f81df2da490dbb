/**
 * A route of a contract as a command. Its options, its usage and the checks of what is written come from the contract; its
 * JSON is the reply of the route, with times as text. It is about one account, as the route is, or about the service.
 * The reply of a route that answers with a file goes into the file that `--to` names.
 */
import { resolve } from 'node:path';
import { ServiceError } from '../../core/errors.ts';
import type { Account } from '../../core/ledger.ts';
import { isFile, type NamedRoute } from '../api/contract.ts';
import type { ParamsOf, ReplyOf, SentIn } from '../api/implement.ts';
import { checked } from '../http/validation-sentence.ts';
import { writeNewFile } from '../new-file.ts';
import { type AccountNeeds, accountOf } from './account.ts';
import { type Command, type Options, type Report, required, UsageError } from './command.ts';
import { type Flag, type FlagNames, flagsOf, isTime, type Sent, sentBy, usageOf } from './flags.ts';

/** The arguments of the command, as a handler of the route has them. */
export type AskedOfService<Spec extends NamedRoute> = {
  readonly params: ParamsOf<Spec['name']>;
  readonly body: SentIn<Spec, 'body'>;
  readonly query: SentIn<Spec, 'query'>;
  /** As it was written, before it was checked. */
  readonly sent: { readonly body: Sent; readonly query: Sent };
};
export type Asked<Spec extends NamedRoute> = AskedOfService<Spec> & { readonly account: Account };

type Fields<Needs> = Readonly<Record<string, (needs: Needs, options: Options) => unknown>>;

type MadeHow<Spec extends NamedRoute, Needs, Asking> = {
  /** Where the sentence of the contract says too little, or speaks of what the command has not. */
  readonly about?: string;
  readonly names?: FlagNames;
  /** How the id of the path may be written; `ID`, unless said. */
  readonly id?: string;
  /** Routes that it does the work of beside its own. */
  readonly also?: readonly string[];
  /** Fields that the command fills in itself. */
  readonly fills?: Fields<Needs>;
  /** Fields that it fills in where the option is not given. */
  readonly defaults?: Fields<Needs>;
  readonly run: (asked: Asking, needs: Needs) => Promise<ReplyOf<Spec>>;
};

/** The reply for people. A file has none. */
type TextOf<Spec extends NamedRoute, Asking> = (reply: ReplyOf<Spec>, asked: Asking) => string;

type MadeOf<Spec extends NamedRoute, Needs, Asking> = MadeHow<Spec, Needs, Asking> &
  (Spec extends { readonly reply: { readonly file: string } } ? unknown : { readonly text: TextOf<Spec, Asking> });

type Made<Spec extends NamedRoute, Needs> = MadeOf<Spec, Needs, Asked<Spec>> & {
  /** Whose the id of the path is. Where it is known, the command needs no `--account`. */
  readonly accountOf?: (id: string, needs: Needs) => Promise<string>;
};

/** `words`: those of the command, such as `webhook add`. The first one names the id of the path: `--webhook ID`. */
export function fromContract<Needs extends AccountNeeds, const Spec extends NamedRoute = NamedRoute>(
  words: string,
  spec: Spec,
  made: Made<Spec, Needs>,
): Command<Needs> {
  return commandOf<Needs, Spec, Asked<Spec>>(words, spec, {
    made,
    options: made.accountOf ? [] : ['account'],
    complete: async (asked, options, needs) => {
      const { id = '' } = asked.params as { readonly id?: string };
      const account = made.accountOf ? await made.accountOf(id, needs) : options.account;
      return { ...asked, account: await accountOf({ account }, needs) };
    },
  });
}

/** The same of a route that is about the service, and not about an account. */
export const forService = <Needs, const Spec extends NamedRoute = NamedRoute>(
  words: string,
  spec: Spec,
  made: MadeOf<Spec, Needs, AskedOfService<Spec>>,
): Command<Needs> =>
  commandOf<Needs, Spec, AskedOfService<Spec>>(words, spec, { made, options: [], complete: async (asked) => asked });

type Making<Needs, Spec extends NamedRoute, Asking> = {
  readonly made: MadeHow<Spec, Needs, Asking> & { readonly text?: TextOf<Spec, Asking> };
  /** Options beside those of the contract. */
  readonly options: readonly string[];
  readonly complete: (asked: AskedOfService<Spec>, options: Options, needs: Needs) => Promise<Asking>;
};

function commandOf<Needs, const Spec extends NamedRoute, Asking>(
  words: string,
  spec: Spec,
  { made, options: own, complete }: Making<Needs, Spec, Asking>,
): Command<Needs> {
  const { names = {}, fills = {}, defaults = {} } = made;
  const params = [...spec.name.matchAll(/\{(\w{1,32})\}/g)].map(([, key = '']) => ({
    key,
    name: names[key] ?? (key === 'id' ? words.split(' ')[0]! : key),
  }));
  const flags = flagsWhenNeeded(spec, made);
  const filed = isFile(spec.reply) ? ['to'] : [];

  async function askedBy(options: Options, needs: Needs): Promise<Asking> {
    const sentIn = async (fields: readonly Flag[]): Promise<Sent> => {
      const keys = new Set(fields.map(({ path: [key = ''] }) => key));
      const filled: Sent = {};
      for (const [key, fill] of Object.entries({ ...defaults, ...fills })) {
        if (keys.has(key)) filled[key] = await fill(needs, options);
      }
      return sentBy(fields, options, filled);
    };
    const { inQuery, inBody } = flags();
    const sent = { query: await sentIn(inQuery), body: await sentIn(inBody) };
    const asked = {
      params: Object.fromEntries(params.map(({ key, name }) => [key, required(options, name)])),
      query: spec.query && checked(spec.query, sent.query),
      body: spec.body && checked(spec.body, sent.body),
      sent,
    } as AskedOfService<Spec>;
    return complete(asked, options, needs);
  }

  return {
    get usage() {
      return [
        words,
        ...own.map((name) => `--${name} ID|EMAIL`),
        ...params.map(({ name }) => `--${name} ${made.id ?? usedAs(name)}`),
        ...flags()
          .all.toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired))
          .map(usageOf),
        ...filed.map((name) => `--${name} FILE`),
        '[--json]',
      ].join(' ');
    },
    about: made.about ?? spec.about ?? '',
    get options() {
      return [...own, ...params.map(({ name }) => name), ...flags().all.map(({ name }) => name), ...filed];
    },
    does: [spec.name, ...(made.also ?? [])],
    run: async (options, needs) => {
      try {
        const path = filed.map((name) => resolve(required(options, name)))[0];
        const asked = await askedBy(options, needs);
        const answer = await made.run(asked, needs);
        if (path !== undefined) return await written(answer as Response, path);
        const reply = (spec.reply as { parse(value: unknown): ReplyOf<Spec> }).parse(answer);
        return { json: withIsoTimes(reply) as object, text: made.text?.(reply, asked) ?? '' };
      } catch (thrown) {
        throw byOption(thrown, flags().all);
      }
    },
  };
}

type Flags = {
  readonly inQuery: readonly Flag[];
  readonly inBody: readonly Flag[];
  /** Those that people may write. */
  readonly all: readonly Flag[];
};

/** One command runs, and to read the options of all of them takes a tenth of its time. */
function flagsWhenNeeded(
  { query, body }: NamedRoute,
  { names = {}, fills = {}, defaults = {} }: { names?: FlagNames; fills?: object; defaults?: object },
): () => Flags {
  const flagsFor = (schema: NamedRoute['body']) =>
    (schema ? flagsOf(schema, names) : []).map((flag) =>
      Object.hasOwn(defaults, flag.path[0]!) ? { ...flag, isRequired: false } : flag,
    );
  const read = (): Flags => {
    const inQuery = flagsFor(query);
    const inBody = flagsFor(body);
    const all = [...inQuery, ...inBody].filter(({ path: [key = ''] }) => !Object.hasOwn(fills, key));
    return { inQuery, inBody, all };
  };
  let known: Flags | undefined;
  return () => {
    known ??= read();
    return known;
  };
}

const usedAs = (name: string): string => (name === 'month' ? 'YYYY-MM' : 'ID');

/** A file that is there already is not written over. */
async function written({ body }: Response, file: string): Promise<Report> {
  const bytes = await writeNewFile(file, body ?? new ReadableStream()).catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === 'EEXIST') throw new UsageError(`${file} is there already.`);
    throw failure;
  });
  return { json: { file, bytes }, text: `Written to ${file} (${bytes} bytes).` };
}

/** A refusal of a field speaks of its option. */
function byOption(thrown: unknown, flags: readonly Flag[]): unknown {
  if (!(thrown instanceof ServiceError)) return thrown;
  const { param = '', problem } = thrown.details;
  const field = param.replaceAll(/\[\d{1,9}\]/g, '');
  const flag =
    flags.find(({ path }) => path.join('.') === field) ?? flags.find(({ path }) => path[0] === field.split('.')[0]);
  return new UsageError(flag && problem !== undefined ? `--${flag.name} ${problem}.` : thrown.message);
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
