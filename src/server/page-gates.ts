/** Who may ask the routes of the pages: people with a session, operators, programs with a token, and those who spend. */
import type { Clock } from '../domain/ports.ts';
import type { AppParts } from '../http/app.ts';
import { createOperatorGate, createViewGate } from '../http/operator-gate.ts';
import type { PageLimit } from '../http/page-limit.ts';
import { createPersonGate } from '../http/person-gate.ts';
import { createSpenderGate } from '../http/spender-gate.ts';
import { createTokenGate } from '../http/token-gate.ts';
import type { KeyService } from '../service/key-service.ts';
import type { ManagementTokenService } from '../service/management-tokens.ts';
import type { Stores } from '../store/stores.ts';
import type { Api } from './api.ts';
import type { Auth } from './auth.ts';

export type PageGates = Pick<AppParts, 'personGate' | 'operatorGate' | 'spenderGate' | 'tokenGate'>;

type PageGateParts = {
  readonly stores: Pick<Stores, 'accounts' | 'operator'>;
  readonly auth: Pick<Auth, 'people' | 'isOurOrigin'>;
  readonly api: Pick<Api, 'admission'>;
  readonly limit: PageLimit;
  readonly tokens: ManagementTokenService;
  /** The key with which an account pays for what a member does on the pages. */
  readonly keyOf: KeyService['playground'];
  readonly clock: Clock;
};

export function createPageGates({ stores, auth, api, limit, tokens, keyOf, clock }: PageGateParts): PageGates {
  const { people, isOurOrigin } = auth;
  const { accounts, operator: operatorStore } = stores;
  const signedInGate = createPersonGate({ people, isOurOrigin, tokens, limit });
  const personGate = createViewGate({ personGate: signedInGate, accounts, operatorStore, clock });
  return {
    personGate,
    operatorGate: createOperatorGate(signedInGate),
    spenderGate: createSpenderGate({ ...api.admission, personGate, keyOf }),
    tokenGate: createTokenGate({ ...api.admission, operatorStore, clock }),
  };
}
