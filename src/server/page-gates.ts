/** The gates of the pages' routes: for people with a session, operators, programs with a token, and those who spend. */
import type { KeyService } from '../features/keys/key-service.ts';
import { createPersonGate } from '../features/sign-in/person-gate.ts';
import { createManagementTokenGate } from '../features/tokens/gate.ts';
import type { ManagementTokenService } from '../features/tokens/service.ts';
import type { Gates } from '../gateway/edge/app.ts';
import { createSpenderGate } from '../gateway/edge/spender-gate.ts';
import type { PageLimit } from '../platform/http/page-limit.ts';
import type { Platform } from '../platform/platform.ts';
import { createOperatorGate, createViewGate } from './api/operator-gate.ts';
import type { Api } from './api.ts';
import type { Auth } from './auth.ts';
import type { Stores } from './stores/stores.ts';

export type PageGates = Omit<Gates, 'gate'>;

type Callers = {
  readonly stores: Pick<Stores, 'accounts' | 'customers'>;
  readonly auth: Pick<Auth, 'people' | 'isOurOrigin'>;
  readonly api: Pick<Api, 'admission'>;
  readonly limit: PageLimit;
  readonly tokens: ManagementTokenService;
  /** The key with which an account pays for what a member does on the pages. */
  readonly keyOf: KeyService['playground'];
};

export function createPageGates(platform: Platform, { stores, auth, api, limit, tokens, keyOf }: Callers): PageGates {
  const { people, isOurOrigin } = auth;
  const signedInGate = createPersonGate({ people, isOurOrigin, managementTokens: tokens, limit });
  const personGate = createViewGate(platform, stores, signedInGate);
  return {
    personGate,
    operatorGate: createOperatorGate(signedInGate),
    spenderGate: createSpenderGate(api.admission, { personGate, keyOf }),
    managementTokenGate: createManagementTokenGate(platform, api.admission),
  };
}
