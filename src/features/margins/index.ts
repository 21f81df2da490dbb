export { type BelowCost, belowCost, marginOf, type SoldModel, TOKEN_TYPES } from './rules.ts';
export type { MarginRecords } from './transactions.ts';
