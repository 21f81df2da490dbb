/** Settings → API: the keys of the signed-in person's account. */
import { ServiceError } from '../../core/errors.ts';
import type { Person } from '../../core/ports.ts';
import { may, seesOwnOnly } from '../../core/roles.ts';
import type { PersonCall, Route } from '../../platform/http/call.ts';
import { personRoute } from '../../server/api/settings-route.ts';
import { ownOnly } from '../usage/own-only.ts';
import type { KeyService } from './key-service.ts';
import { keyToView, limitFromWire } from './key-view.ts';

const HOUR_MS = 60 * 60 * 1000;

export const keyRoutes = (keyService: KeyService): readonly Route[] => [
  personRoute('GET /api/keys', async ({ person }, { query }) => {
    const keys = await keyService.list({ accountId: person.accountId, ...ownOnly(person) }, query.dayFromMs);
    return { keys: keys.map(keyToView) };
  }),

  personRoute('POST /api/keys', async ({ person }, { body: { belongsTo, ...rules } }) => {
    const of = { accountId: person.accountId, ...memberOf(person, belongsTo) };
    const { key, secret } = await keyService.create(of, { ...rules, limit: limitFromWire(rules.limit) });
    return { key: keyToView(key), secret };
  }),

  personRoute('PATCH /api/keys/{id}', async (call, { body: { limit, ...rules } }) => {
    const change = { ...definedOf(rules), ...(limit !== undefined && { limit: limitFromWire(limit) }) };
    return { key: keyToView(await keyService.change(keyOf(call), change)) };
  }),

  personRoute('POST /api/keys/{id}/rotate', async (call, { body }) => {
    const { key, secret } = await keyService.rotate(keyOf(call), body.overlapHours * HOUR_MS);
    return { key: keyToView(key), secret };
  }),

  personRoute('POST /api/keys/{id}/revoke', async (call) => {
    const { memberRole, userId } = call.person;
    const by = may(memberRole, 'write-keys') ? {} : { ownOf: userId };
    return { key: keyToView(await keyService.revoke(keyOf(call), by)) };
  }),
];

const keyOf = ({ person, params }: PersonCall) => ({
  accountId: person.accountId,
  keyId: params.id ?? '',
  ...ownOnly(person),
});

/** Keys that outlive a member are for those who may see all keys. */
function memberOf({ memberRole, userId }: Person, belongsTo: 'person' | 'organisation' | undefined) {
  const isOwn = seesOwnOnly(memberRole);
  if (isOwn && belongsTo === 'organisation') {
    throw new ServiceError('role_not_allowed', 'Your role in this organisation makes keys of your own only.', {
      param: 'belongsTo',
    });
  }
  return (belongsTo ?? (isOwn ? 'person' : 'organisation')) === 'person' ? { userId } : {};
}

/** Without the fields of which nothing was said. */
function definedOf<T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };
}
