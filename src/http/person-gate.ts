/** Who is signed in? Also keeps other sites from acting in the name of somebody who is. */
import { ServiceError } from '../domain/errors.ts';
import type { People, Person } from '../domain/ports.ts';
import type { Call } from './call.ts';

export type PersonGate = (call: Call) => Promise<Person>;

const HARMLESS = ['GET', 'HEAD'];

/** `origins`: where our own pages are served from. */
export function createPersonGate(people: Pick<People, 'personOf'>, origins: readonly string[]): PersonGate {
  return async ({ request }) => {
    if (!HARMLESS.includes(request.method)) refuseForeign(request.headers, origins);
    const cookies = request.headers.get('cookie');
    const person = cookies ? await people.personOf(cookies) : undefined;
    if (person) return person;
    throw new ServiceError('session_required', 'You are not signed in, or your session has ended: please sign in.');
  };
}

/** Browsers say where a request comes from on everything that may change something. */
function refuseForeign(headers: Headers, origins: readonly string[]): void {
  const origin = headers.get('origin');
  if (origin !== null && origins.includes(origin)) return;
  throw new ServiceError('foreign_origin', 'This request does not come from the pages of this service.');
}
