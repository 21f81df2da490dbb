/** better-auth on our own database: translates its calls to the port, its dates to milliseconds and its yes to 1. */
import { type CleanedWhere, createAdapterFactory } from 'better-auth/adapters';
import type { AuthCondition, AuthRow, AuthRows } from './auth-rows.ts';

export const createAuthAdapter = (rows: AuthRows) =>
  createAdapterFactory({
    config: {
      adapterId: 'boreal',
      supportsBooleans: false,
      supportsNumericIds: false,
      customTransformInput: ({ data }) => (data instanceof Date ? data.getTime() : data),
      customTransformOutput: ({ data, fieldAttributes }) =>
        fieldAttributes.type === 'date' && typeof data === 'number' ? new Date(data) : data,
    },
    adapter: () => ({
      create: async ({ model, data }) => {
        await rows.create(model, data);
        return data;
      },
      findOne: async <T>({ model, where }: { model: string; where: readonly CleanedWhere[] }) => {
        const [row] = await rows.find({ model, where: conditions(where), limit: 1 });
        return (row ?? null) as T | null;
      },
      findMany: async <T>({ model, where, limit, offset, sortBy }: Many) =>
        (await rows.find({
          model,
          where: conditions(where),
          limit,
          ...(offset !== undefined && { offset }),
          ...(sortBy && { sortBy }),
        })) as T[],
      count: ({ model, where }) => rows.count(model, conditions(where)),
      update: async <T>({ model, where, update }: { model: string; where: readonly CleanedWhere[]; update: T }) =>
        // An update without a condition would be meant for many.
        (where.length === 0
          ? null
          : ((await rows.updateOne({ model, where: conditions(where), set: update as AuthRow })) ?? null)) as T | null,
      updateMany: ({ model, where, update }) =>
        rows.updateMany({ model, where: conditions(where), set: update as AuthRow }),
      delete: async ({ model, where }) => void (await rows.deleteMany(model, conditions(where))),
      deleteMany: ({ model, where }) => rows.deleteMany(model, conditions(where)),
      consumeOne: async <T>({ model, where }: { model: string; where: readonly CleanedWhere[] }) =>
        ((await rows.takeOne(model, conditions(where))) ?? null) as T | null,
      incrementOne: async <T>({ model, where, increment, set }: Increment) =>
        ((await rows.updateOne({ model, where: conditions(where), set: (set ?? {}) as AuthRow, increment })) ??
          null) as T | null,
    }),
  });

type Many = {
  readonly model: string;
  readonly where?: readonly CleanedWhere[] | undefined;
  readonly limit: number;
  readonly offset?: number | undefined;
  readonly sortBy?: { readonly field: string; readonly direction: 'asc' | 'desc' } | undefined;
};

type Increment = {
  readonly model: string;
  readonly where: readonly CleanedWhere[];
  readonly increment: Record<string, number>;
  readonly set?: Record<string, unknown> | undefined;
};

/** The defaults are those of better-auth. */
const conditions = (where: readonly CleanedWhere[] = []): AuthCondition[] =>
  where.map(({ field, operator = 'eq', value, connector = 'AND', mode = 'sensitive' }) => ({
    field,
    operator,
    // A date or a truth value that was not translated would fail in the store, and not in silence.
    value: value as AuthCondition['value'],
    connector,
    mode,
  }));
