/** The part of this feature that others may use. */
export type { ManagementTokenService } from './management-tokens.ts';
export { refuseUnlessScoped } from './token-gate.ts';
