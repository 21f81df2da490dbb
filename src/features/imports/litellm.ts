/** LiteLLM, whose database knows keys by their SHA-256, and budgets in place of balances. */
import { type Foreign, type ForeignKey, type Left, USD } from './foreign.ts';
import { type ForeignRow, type ForeignTables, isTrue, textOf } from './foreign-rows.ts';

export async function readLiteLlm(tables: ForeignTables): Promise<Foreign> {
  const left: Left[] = [];
  const rows = await tables.rows('"LiteLLM_UserTable"', 'user_id');
  const users = rows.map((row) => ({
    id: textOf(row, 'user_id'),
    name: textOf(row, 'user_alias') || textOf(row, 'user_id'),
    email: textOf(row, 'user_email').toLowerCase(),
    balance: restOf(row) ?? 0n,
    group: '',
  }));
  const known = new Set(users.map(({ id }) => id));
  const tokens = await tables.rows('"LiteLLM_VerificationToken"', 'token');
  const keys = tokens.flatMap((row) => keyFrom(row, known, left));
  const models = await tables.rows('"LiteLLM_ProxyModelTable"', 'model_id');
  for (const row of models) {
    const what = `model ${textOf(row, 'model_name')}`;
    left.push({ what, why: 'is encrypted there: write its engine and price into a file for "apply"' });
  }
  return { users, keys, engines: [], models: [], groups: [], left };
}

function keyFrom(row: ForeignRow, known: ReadonlySet<string>, left: Left[]): readonly ForeignKey[] {
  const [sha256, userId] = [textOf(row, 'token'), textOf(row, 'user_id')];
  const name = textOf(row, 'key_alias') || textOf(row, 'key_name') || 'API key';
  const without = (why: string) => {
    left.push({ what: `key ${name}`, why });
    return [];
  };
  if (!known.has(userId)) return without('belongs to no user');
  if (isTrue(row, 'blocked')) return without('is blocked there');
  if (!/^[0-9a-f]{64}$/.test(sha256)) return without('is not known by its SHA-256');
  const expires =
    row.expires === null || row.expires === undefined ? undefined : new Date(String(row.expires)).getTime();
  return [
    {
      ...{ id: sha256.slice(0, 12), userId, name, sha256, hint: textOf(row, 'key_name').slice(-4), ranges: [] },
      expiresAtMs: expires,
      models: Array.isArray(row.models) ? row.models.map(String).filter((one) => !one.startsWith('all-')) : [],
      rest: restOf(row),
    },
  ];
}

/** Undefined where there is no budget. */
function restOf(row: ForeignRow): bigint | undefined {
  const budget = row.max_budget;
  if (budget === null || budget === undefined) return undefined;
  const rest = Number(budget) - Number(row.spend ?? 0);
  return rest > 0 ? (BigInt(Math.floor(rest * 1e6)) * USD) / 1_000_000n : 0n;
}
