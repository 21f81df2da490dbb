/** What other features may use of this one. */
export { insertKey, KEY_COLUMNS, keyFromRow, USED_KEYS, usedKeyFromRow } from './key-row.ts';
export { keyToView } from './key-view.ts';
