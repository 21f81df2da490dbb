/** Who comes into the settings service: holders of keys, and the people who are known by their cookies. */

import type { Limits } from '../../src/domain/limits.ts';
import type { Catalogue } from '../../src/domain/model.ts';
import type { Clock } from '../../src/domain/ports.ts';
import { createGate } from '../../src/http/gate.ts';
import { createOperatorGate, createViewGate } from '../../src/http/operator-gate.ts';
import { createPersonGate } from '../../src/http/person-gate.ts';
import { createSpenderGate } from '../../src/http/spender-gate.ts';
import { createTokenGate } from '../../src/http/token-gate.ts';
import { createIds } from '../../src/ops/clock.ts';
import { AccountRequests, accountRequestsOf } from '../../src/service/account-requests.ts';
import { createKeyService } from '../../src/service/key-service.ts';
import { createAuthenticate } from '../../src/service/keys.ts';
import { createManagementTokens } from '../../src/service/management-tokens.ts';
import { RunningRequests, runningLimitsOf } from '../../src/service/running-requests.ts';
import { createMemoryRateLimits } from '../../src/store/rate-limit-memory.ts';
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
