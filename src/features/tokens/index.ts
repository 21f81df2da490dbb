/** What other features may use of this one. */
export type { ManagementTokenService } from './management-tokens.ts';
export { refuseUnlessScoped } from './token-gate.ts';
