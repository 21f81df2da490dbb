/** The gates of the settings service: holders of keys, and the people who are known by their cookies. */

import type { Limits } from '../../src/core/limits.ts';
import type { Catalogue } from '../../src/core/model.ts';
import { createAuthenticate } from '../../src/features/keys/authenticate.ts';
import { createKeyService } from '../../src/features/keys/key-service.ts';
import { createPersonGate } from '../../src/features/sign-in/person-gate.ts';
import { createManagementTokenGate } from '../../src/features/tokens/gate.ts';
import { createManagementTokens } from '../../src/features/tokens/service.ts';
import { AccountRequests, accountRequestsOf } from '../../src/gateway/account-requests.ts';
import { createGate } from '../../src/gateway/edge/gate.ts';
import { createSpenderGate } from '../../src/gateway/edge/spender-gate.ts';
import { RunningRequests, runningLimitsOf } from '../../src/gateway/running-requests.ts';
import { createMemoryRateLimits } from '../../src/ledger/rate-limit-memory.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { createOperatorGate, createViewGate } from '../../src/server/api/operator-gate.ts';
import { knownPeople } from './known-people.ts';
import type { LeasedStores } from './leased-stores.ts';
import { ORIGIN } from './visitor.ts';

export type GateNeeds = {
  readonly platform: Platform;
  readonly stores: LeasedStores;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly catalogue: Catalogue;
};

export function gatesOf({ platform, stores, limits, clock, catalogue }: GateNeeds) {
  const { requestsPerMinute } = limits;
  const authenticate = createAuthenticate(platform, { keys: stores.keys, cacheMs: limits.keyCacheMs });
  const rateLimits = createMemoryRateLimits({ max: requestsPerMinute, windowMs: 60_000 }, clock);
  const { people, removed, add: addPerson } = knownPeople(stores);
  const { accountKeys } = stores;
  const managementTokens = createManagementTokens(platform, { tokens: stores.managementTokens });
  const isOurOrigin = (origin: string) => origin === ORIGIN;
  const signedIn = createPersonGate({ people, isOurOrigin, managementTokens, limit: () => {} });
  const personGate = createViewGate(platform, stores, signedIn);
  const { forget } = authenticate;
  const keyService = createKeyService(platform, {
    accountKeys,
    catalogue,
    keysPerAccount: limits.keysPerAccount,
    forget,
  });
  const admission = {
    rateLimits,
    requestsPerMinute,
    accountRequests: new AccountRequests(accountRequestsOf(limits), clock),
    running: new RunningRequests(runningLimitsOf(limits), clock),
  };
  const gates = {
    gate: createGate(authenticate, admission),
    personGate,
    operatorGate: createOperatorGate(signedIn),
    managementTokenGate: createManagementTokenGate(platform, { rateLimits, requestsPerMinute }),
    spenderGate: createSpenderGate(admission, { personGate, keyOf: keyService.playground }),
  };
  return { gates, people, removed, addPerson, keyService, managementTokens, forget };
}
