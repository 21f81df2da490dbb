/**
 * The operator's part of the settings API: the same rules as in `settings-api.ts`, for people with the role `operator`.
 * For all others these routes do not exist. What changes something takes an `id` that the page has made: sent
 * twice, it is done once, and both get the same answer.
 */

import type { ServiceView } from '../../features/site/contract.ts';
import type { SignUpBody } from './operator-bodies.ts';

export type OperatorApi = {
  'GET /api/operator/sign-up': { readonly reply: SignUpView };
  'POST /api/operator/sign-up': { readonly body: SignUpBody; readonly reply: SignUpView };
};

export type OperatorRoute = keyof OperatorApi;

export type SignUpView = {
  readonly mode: ServiceView['signUp'];
  readonly configured: ServiceView['signUp'];
  /** Whether the operator has set it here, so that the configuration does not count. */
  readonly isSet: boolean;
};
