/** The part of this feature that others may use. */
export { insertKey, keyFromRow, USED_KEYS, usedKeyFromRow } from './key-row.ts';
export { keyToView, tokenLimitToView } from './key-view.ts';
