/** The part of this feature that others may use. */
export { engineChangeState, requireRevision, writeEngineChange } from './engine-change-store.ts';
export { SHARE_FORM, sharesFrom, WRITTEN_SHARE } from './written-shares.ts';
