/** Who comes into the settings service: holders of keys, and the people who are known by their cookies. */

import type { Limits } from '../../src/core/limits.ts';
import type { Catalogue } from '../../src/core/model.ts';
import type { Clock } from '../../src/core/ports.ts';
import { createAuthenticate } from '../../src/features/keys/authenticate.ts';
import { createKeyService } from '../../src/features/keys/key-service.ts';
import { createPersonGate } from '../../src/features/sign-in/person-gate.ts';
import { createManagementTokens } from '../../src/features/tokens/management-tokens.ts';
import { createTokenGate } from '../../src/features/tokens/token-gate.ts';
import { AccountRequests, accountRequestsOf } from '../../src/gateway/account-requests.ts';
import { createGate } from '../../src/gateway/edge/gate.ts';
import { createSpenderGate } from '../../src/gateway/edge/spender-gate.ts';
import { RunningRequests, runningLimitsOf } from '../../src/gateway/running-requests.ts';
import { createMemoryRateLimits } from '../../src/ledger/rate-limit-memory.ts';
import { createIds } from '../../src/platform/clock.ts';
import { createOperatorGate, createViewGate } from '../../src/server/api/operator-gate.ts';
import { knownPeople } from './known-people.ts';
import type { LeasedStores } from './leased-stores.ts';
import { ORIGIN } from './visitor.ts';

const PREFIX = 'sk-boreal-';

export type GateNeeds = {
  readonly stores: LeasedStores;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly catalogue: Catalogue;
};

export const fingerprint = (secret: string): string => new Bun.CryptoHasher('sha256').update(secret).digest('hex');
export const random = (): Uint8Array => crypto.getRandomValues(new Uint8Array(32));

export function gatesOf({ stores, limits, clock, catalogue }: GateNeeds) {
  const { requestsPerMinute } = limits;
  const ids = createIds();
  const authenticate = createAuthenticate({
    keys: stores.keys,
    clock,
    prefix: PREFIX,
    fingerprint,
    cacheMs: limits.keyCacheMs,
  });
  const rateLimits = createMemoryRateLimits({ max: requestsPerMinute, windowMs: 60_000 }, clock);
  const { people, removed, add: addPerson } = knownPeople(stores);
  const { accounts, accountKeys, operator: operatorStore } = stores;
  const managementTokens = createManagementTokens({
    ...{ tokens: stores.managementTokens, operatorStore, keyPrefix: PREFIX, fingerprint, random, ids, clock },
    channels: ['owner', 'operator', 'webhook'],
  });
  const isOurOrigin = (origin: string) => origin === ORIGIN;
  const signedIn = createPersonGate({ people, isOurOrigin, tokens: managementTokens, limit: () => {} });
  const personGate = createViewGate({ personGate: signedIn, accounts, operatorStore, clock });
  const { forget } = authenticate;
  const keyService = createKeyService({
    accountKeys,
    catalogue,
    clock,
    ids,
    prefix: PREFIX,
    keysPerAccount: limits.keysPerAccount,
    fingerprint,
    random,
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
    tokenGate: createTokenGate({ rateLimits, requestsPerMinute, operatorStore, clock }),
    spenderGate: createSpenderGate({ ...admission, personGate, keyOf: keyService.playground }),
  };
  return { gates, people, removed, addPerson, keyService, managementTokens, forget };
}
