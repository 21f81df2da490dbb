/** Settings → API: the keys of the signed-in person's account. */
import type { KeyService } from '../../service/key-service.ts';
import { keyToView, limitFromWire } from '../../wire/key-view.ts';
import type { PersonCall, Route } from '../call.ts';
import { personRoute } from './route.ts';

const HOUR_MS = 60 * 60 * 1000;

export const keyRoutes = (keyService: KeyService): readonly Route[] => [
  personRoute('GET /api/keys', async ({ person }, { query }) => {
    const keys = await keyService.list(person.accountId, query.dayFromMs);
    return { keys: keys.map(keyToView) };
  }),

  personRoute('POST /api/keys', async ({ person }, { body }) => {
    const { key, secret } = await keyService.create(person.accountId, { ...body, limit: limitFromWire(body.limit) });
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

  personRoute('POST /api/keys/{id}/revoke', async (call) => ({ key: keyToView(await keyService.revoke(keyOf(call))) })),
];

const keyOf = ({ person, params }: PersonCall) => ({ accountId: person.accountId, keyId: params.id ?? '' });

/** Without the fields of which nothing was said. */
function definedOf<T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };
}
