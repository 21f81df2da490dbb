/** The part of this feature that others may use. */
export { allRequests } from './request-search.ts';
export type { StatementEntry } from './statement.ts';
export { requestToView } from './usage-view.ts';
