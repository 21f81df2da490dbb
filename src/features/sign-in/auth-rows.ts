/**
 * The port between better-auth and our database. It speaks of models and fields as better-auth names them; times are
 * milliseconds, yes and no are 1 and 0. Every call is one transaction.
 */
export type AuthValue = string | number | null;
export type AuthRow = Readonly<Record<string, AuthValue>>;

export type AuthCondition = {
  readonly field: string;
  readonly operator: string;
  readonly value: AuthValue | readonly AuthValue[];
  readonly connector: 'AND' | 'OR';
  readonly mode: 'sensitive' | 'insensitive';
};

export type AuthQuery = {
  readonly model: string;
  readonly where: readonly AuthCondition[];
  readonly limit: number;
  readonly offset?: number;
  readonly sortBy?: { readonly field: string; readonly direction: 'asc' | 'desc' };
};

export type AuthChange = {
  readonly model: string;
  readonly where: readonly AuthCondition[];
  readonly set: AuthRow;
  readonly increment?: Readonly<Record<string, number>>;
};

export interface AuthRows {
  create(model: string, row: AuthRow): Promise<void>;
  find(query: AuthQuery): Promise<readonly AuthRow[]>;
  count(model: string, where: readonly AuthCondition[]): Promise<number>;
  /** Changes at most one row, and only while it fulfils the conditions; returns it as it has become. */
  updateOne(change: AuthChange): Promise<AuthRow | undefined>;
  updateMany(change: Omit<AuthChange, 'increment'>): Promise<number>;
  /** Removes at most one row and returns it. Of several callers at once, one gets it. */
  takeOne(model: string, where: readonly AuthCondition[]): Promise<AuthRow | undefined>;
  deleteMany(model: string, where: readonly AuthCondition[]): Promise<number>;
  /** Removes some of the rows that have expired; returns how many, 0 when none is left. */
  forgetExpired(model: 'session' | 'verification', nowMs: number): Promise<number>;
}

export const is = (field: string, value: string): AuthCondition => ({
  field,
  operator: 'eq',
  value,
  connector: 'AND',
  mode: 'sensitive',
});
