import type { AuthCondition } from './auth-rows.ts';

export const is = (field: string, value: string): AuthCondition => ({
  field,
  operator: 'eq',
  value,
  connector: 'AND',
  mode: 'sensitive',
});
