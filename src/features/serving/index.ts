/** The part of this feature that others may use. */
export { sharesFrom, writtenShare } from './change-commands.ts';
export { engineChangeState, requireRevision, writeEngineChange } from './engine-change-store.ts';
