/** What other features may use of this one. */
export { insertKey, keyFromRow, USED_KEYS, usedKeyFromRow } from './key-row.ts';
export { keyToView, tokenLimitToView } from './key-view.ts';
