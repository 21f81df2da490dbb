/** What other features may use of this one. */
export { allRequests } from './request-search.ts';
export type { StatementEntry } from './statement.ts';
export { requestToRow } from './usage-view.ts';
