/** LiteLLM, whose database knows keys by their SHA-256, and budgets in place of balances. */
import type { LimitRule } from '../../core/limit.ts';
import { type Foreign, type ForeignKey, type Left, USD } from './foreign.ts';
import { type ForeignRow, type ForeignTables, isTrue, objectOf, textOf } from './foreign-rows.ts';

export async function readLiteLlm(tables: ForeignTables): Promise<Foreign> {
  const left: Left[] = [];
  const rows = await tables.rows('"LiteLLM_UserTable"', 'user_id');
  const users = rows.map((row) => userFrom(row, left));
  const known = new Map(rows.map((row) => [textOf(row, 'user_id'), row]));
  const tokens = await tables.rows('"LiteLLM_VerificationToken"', 'token');
  const keys = tokens.flatMap((row) => keyFrom(row, known, left));
  const models = await tables.rows('"LiteLLM_ProxyModelTable"', 'model_id');
  for (const row of models) {
    const what = `model ${textOf(row, 'model_name')}`;
    left.push({ what, why: 'is encrypted there: write its engine and price into a file for "apply"' });
  }
  return { users, keys, engines: [], models: [], groups: [], left };
}

function userFrom(row: ForeignRow, left: Left[]) {
  const id = textOf(row, 'user_id');
  const name = textOf(row, 'user_alias') || id;
  const rest = restOf(row);
  const without = (why: string) => left.push({ what: `the budget of user ${id} (${name})`, why });
  if (rest === undefined) without('is none there: the account begins without credit');
  else if (textOf(row, 'budget_duration') !== '')
    without('is new there from time to time: what is left of it comes once');
  const metadata = objectOf(row.metadata);
  const limits = [
    ...['tpm_limit', 'rpm_limit', 'max_parallel_requests', 'model_max_budget'].filter((column) => isSaid(row[column])),
    ...['model_rpm_limit', 'model_tpm_limit'].filter((name) => isSaid(metadata[name])),
  ];
  if (limits.length > 0)
    left.push({ what: `${limits.join(', ')} of user ${id} (${name})`, why: 'is of all their keys' });
  return { id, name, email: textOf(row, 'user_email').toLowerCase(), balance: rest ?? 0n, group: '' };
}

function keyFrom(row: ForeignRow, known: ReadonlyMap<string, ForeignRow>, left: Left[]): readonly ForeignKey[] {
  const sha256 = textOf(row, 'token');
  const userId = textOf(row, 'user_id');
  const name = textOf(row, 'key_alias') || textOf(row, 'key_name') || 'API key';
  const without = (why: string) => {
    left.push({ what: `key ${name}`, why });
    return [];
  };
  const user = known.get(userId);
  if (!user) return without('belongs to no user');
  if (isTrue(row, 'blocked')) return without('is blocked there');
  if (!/^[0-9a-f]{64}$/.test(sha256)) return without('is not known by its SHA-256');
  const metadata = objectOf(row.metadata);
  const rule =
    RULES_OF_THEIRS.find((column) => isSaid(row[column])) ?? RULES_IN_METADATA.find((name) => isSaid(metadata[name]));
  if (rule !== undefined) return without(`has ${rule} there, which no key has here`);
  const limits = limitsOf(row, metadata);
  if (limits.some(({ max }) => max <= 0n)) return without('may ask nothing there');
  const models = modelsOf(row, user);
  if (models === undefined) return without('may use no model there');
  return [
    {
      id: sha256.slice(0, 12),
      userId,
      name,
      sha256,
      hint: textOf(row, 'key_name').slice(-4),
      ranges: [],
      models,
      rest: restOf(row),
      limits,
      expiresAtMs: row.expires instanceof Date ? row.expires.getTime() : undefined,
    },
  ];
}

/** Columns that say what a key may not do, or whose money it spends. */
const RULES_OF_THEIRS = [
  'team_id',
  'project_id',
  'organization_id',
  'agent_id',
  'budget_id',
  'object_permission_id',
  'max_parallel_requests',
  'model_max_budget',
  'budget_limits',
  'allowed_routes',
  'access_group_ids',
];
/** Its interface puts these among what the owner has written about a key. */
const RULES_IN_METADATA = ['guardrails', 'enforced_params'];
/** Among them those that say nothing: all that a key can do here is to ask models. */
const SAYS_NOTHING = ['', 'null', '[]', '{}', '["llm_api_routes"]'];

const isSaid = (value: unknown): boolean =>
  !SAYS_NOTHING.includes(typeof value === 'object' ? JSON.stringify(value) : String(value ?? ''));

const NO_MODELS = 'no-default-models';

/** Those of the key, as far as its user may use them; empty means all, undefined none. */
function modelsOf(key: ForeignRow, user: ForeignRow): readonly string[] | undefined {
  const own = namesIn(key);
  const all = namesIn(user);
  if (own.includes(NO_MODELS) || all.includes(NO_MODELS) || own.includes('all-team-models')) return undefined;
  if (own.length === 0 || all.length === 0) return [...own, ...all];
  const both = own.filter((name) => all.includes(name));
  return both.length > 0 ? both : undefined;
}

/** Empty means all. */
const namesIn = ({ models }: ForeignRow): readonly string[] =>
  Array.isArray(models) && !models.includes('all-proxy-models') ? models.map(String) : [];

/** One of nothing is one too: LiteLLM refuses everything then. */
const limitsOf = (row: ForeignRow, metadata: ForeignRow): readonly LimitRule[] => [
  ...(
    [
      ['rpm_limit', 'requests', 'minute'],
      ['tpm_limit', 'tokens', 'minute'],
      ['tpd_limit', 'tokens', 'day'],
    ] as const
  ).flatMap(([column, unit, window]) =>
    textOf(row, column) === '' || isEndless(row[column]) ? [] : [{ unit, window, max: wholeOf(row[column]) }],
  ),
  ...(
    [
      ['model_rpm_limit', 'requests'],
      ['model_tpm_limit', 'tokens'],
    ] as const
  ).flatMap(([name, unit]) =>
    Object.entries(objectOf(metadata[name])).flatMap(([model, max]) =>
      max === null || isEndless(max) ? [] : [{ unit, window: 'minute' as const, model, max: wholeOf(max) }],
    ),
  ),
];

/** A limit so high is none. */
const isEndless = (value: unknown): boolean => Number(value) === Number.POSITIVE_INFINITY;

/** 0 where it is no number. */
const wholeOf = (value: unknown): bigint => BigInt(Math.floor(Number(value) || 0));

/** Undefined where there is no budget. */
function restOf(row: ForeignRow): bigint | undefined {
  const budget = row.max_budget;
  if (budget === null || budget === undefined || isEndless(budget)) return undefined;
  const rest = Number(budget) - Number(row.spend ?? 0);
  return rest > 0 ? (BigInt(Math.floor(rest * 1e6)) * USD) / 1_000_000n : 0n;
}
