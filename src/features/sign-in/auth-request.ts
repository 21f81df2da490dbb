/** A request to better-auth, written by ourselves from what a client sent: only known fields, of a bounded length. */

import { invalidField } from '../../core/errors.ts';
import { localPathOf } from '../../lib/local-path.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { isRecord } from '../../lib/record.ts';
import { ADDRESS_HEADER } from './better-auth.ts';
import { BASE_PATH, type Endpoint, FIELD_MAX, LANDING_FIELDS, OBJECT_MAX, OTHER_FIELD_MAX } from './endpoints.ts';
import { refusal } from './refusals.ts';
import type { AuthCall } from './rules.ts';

const USER_AGENT_MAX = 300;
/** The words of a device, as WebAuthn writes them. */
const PASSKEY_FIELD = 'response';

/** Nothing of what the client sent gets through but its cookies, its name, and the fields that the endpoint takes. */
export function requestOf(endpoint: Endpoint, call: AuthCall, origin: string): Request {
  const headers = new Headers({ [ADDRESS_HEADER]: call.address });
  for (const name of ['cookie', 'user-agent', 'origin']) {
    const value = call.headers.get(name);
    if (value !== null) headers.set(name, name === 'user-agent' ? value.slice(0, USER_AGENT_MAX) : value);
  }
  const url = `${origin}${BASE_PATH}${call.path}${searchOf(endpoint, call.search)}`;
  if (call.method === 'GET') return new Request(url, { headers });
  headers.set('content-type', 'application/json');
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(bodyOf(endpoint, call.body)) });
}

function bodyOf({ takes = [], lands = {}, emailField }: Endpoint, body: AuthCall['body']): Record<string, unknown> {
  const taken: Record<string, unknown> = { ...lands };
  for (const field of takes) {
    const value = body[field];
    if (value === undefined || value === null) continue;
    refuseLong(field, value);
    if (field === PASSKEY_FIELD && !isCredential(value)) throw refusal('passkey_refused');
    if (LANDING_FIELDS.includes(field)) taken[field] = landingOf(field, value);
    else taken[field] = field === emailField && typeof value === 'string' ? value.trim() : value;
  }
  return taken;
}

function searchOf({ asks = [] }: Endpoint, search: string): string {
  const given = new URLSearchParams(search);
  const taken = new URLSearchParams();
  for (const field of asks) {
    const value = given.get(field);
    if (value === null) continue;
    refuseLong(field, value);
    taken.set(field, LANDING_FIELDS.includes(field) ? landingOf(field, value) : value);
  }
  return taken.size === 0 ? '' : `?${taken}`;
}

/** better-auth looks the id up as it is written: a number or a strange text would be a failure of the database. */
const isCredential = (value: unknown): boolean =>
  isRecord(value) && typeof value.id === 'string' && /^[\w-]+$/.test(value.id);

/** A caller's text that is kept, in the database and in the log, has a length that we have chosen. */
function refuseLong(field: string, value: unknown): void {
  const isText = typeof value === 'string';
  const max = isText ? (FIELD_MAX[field] ?? OTHER_FIELD_MAX) : OBJECT_MAX;
  if ((isText ? value : JSON.stringify(value)).length <= max) return;
  throw invalidField(field, `may have ${max} characters at most`);
}

function landingOf(field: string, value: unknown): string {
  const path = localPathOf(value);
  if (path !== undefined) return path;
  throw invalidField(field, 'must be a path of this service');
}

/** Reads a link of a mail. It is only looked at here; better-auth checks whether it is genuine. */
export function linkOf(search: string) {
  const [, payload = ''] = (new URLSearchParams(search).get('token') ?? '').split('.');
  const says = parseJson(Buffer.from(payload, 'base64url').toString());
  const { email, iat } = isRecord(says) ? says : {};
  return {
    movesAddress: isRecord(says) && says.updateTo !== undefined,
    email: typeof email === 'string' ? email : '',
    writtenAtMs: typeof iat === 'number' ? iat * 1000 : 0,
  };
}
