/** The part of this feature that others may use. */

export { refuseUnlessScoped } from './gate.ts';
export type { ManagementTokenService } from './service.ts';
