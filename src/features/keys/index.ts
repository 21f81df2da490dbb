/** The part of this feature that others may use. */
export { insertKey, KEY_COLUMNS, keyFromRow, USED_KEYS, usedKeyFromRow } from './key-row.ts';
export { keyToView } from './key-view.ts';
export type { AccountKeys, Keys } from './keys.ts';
