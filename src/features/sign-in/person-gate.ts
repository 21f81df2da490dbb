/**
 * Finds the person who is signed in, or for whom a program acts. Also keeps other sites from acting in a person's name by
 * their cookie; no browser sends a management token by itself.
 */

import { ServiceError } from '../../core/errors.ts';
import type { People } from '../../core/people.ts';
import type { Person } from '../../core/person.ts';
import { type MemberAction, may } from '../../core/roles.ts';
import type { TokenScope } from '../../core/token-scopes.ts';
import { bearerIn } from '../../platform/http/bearer.ts';
import type { Call } from '../../platform/http/call.ts';
import type { PageLimit } from '../../platform/http/page-limit.ts';
import { ACCOUNT } from '../../platform/http/page-route.ts';
import { type ManagementTokenService, refuseUnlessScoped } from '../tokens/index.ts';

export type PersonGate = (call: Call) => Promise<Person>;

export type OriginCheck = (origin: string) => boolean;

const HARMLESS = ['GET', 'HEAD'];

type Admission = {
  readonly people: Pick<People, 'personOf'>;
  readonly managementTokens: Pick<ManagementTokenService, 'personOf'>;
  /** True of the addresses of our own pages. */
  readonly isOurOrigin: OriginCheck;
  /** Bounds how often a person or a management token may ask. */
  readonly limit: PageLimit;
};

export function createPersonGate({ people, managementTokens, isOurOrigin, limit }: Admission): PersonGate {
  return async ({ request }) => {
    const wanted = new URL(request.url).searchParams.get(ACCOUNT) ?? undefined;
    const secret = bearerIn(request.headers.get('authorization') ?? '');
    if (secret !== undefined) {
      const acting = await managementTokens.personOf(secret, wanted);
      limit(acting.token?.id ?? acting.userId);
      return acting;
    }
    refuseForeign(request, isOurOrigin);
    const cookies = request.headers.get('cookie');
    const person = cookies ? await people.personOf(cookies, wanted) : undefined;
    if (person) {
      limit(person.userId);
      return person;
    }
    throw new ServiceError('session_required', 'You are not signed in, or your session has ended: please sign in.');
  };
}

/** The one place where roles and scopes are asked. Which role may do what is in one table, what a scope holds in another. */
export function refuseUnlessMay(person: Person, action: MemberAction, scopes: readonly TokenScope[]): void {
  const { memberRole } = person;
  refuseUnlessScoped(person, scopes);
  if (may(memberRole, action)) return;
  throw new ServiceError('role_not_allowed', `Your role in this organisation, ${memberRole}, does not allow this.`);
}

/** Browsers say where a request comes from on everything that may change something. */
export function refuseForeign({ method, headers }: Request, isOurOrigin: OriginCheck): void {
  if (HARMLESS.includes(method)) return;
  const origin = headers.get('origin');
  if (origin !== null && isOurOrigin(origin)) return;
  throw new ServiceError('foreign_origin', 'This request does not come from the pages of this service.');
}
