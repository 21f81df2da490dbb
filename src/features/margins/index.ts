export { type BelowCost, belowCost, type SoldModel, TOKEN_TYPES } from './rules.ts';
