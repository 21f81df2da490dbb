/** Settings → API: the keys of the signed-in person's account. */

import { ServiceError } from '../../core/errors.ts';
import type { Person } from '../../core/person.ts';
import { may, seesOwnOnly } from '../../core/roles.ts';
import { implement } from '../../platform/api/implement.ts';
import { ownOnly } from '../../platform/api/own-only.ts';
import type { Route } from '../../platform/http/call.ts';
import { defined } from '../../platform/http/defined.ts';
import { keys } from './contract.ts';
import { HOUR_MS, type KeyService } from './key-service.ts';
import { keyToView } from './key-view.ts';

export const keyRoutes = (keyService: KeyService): readonly Route[] =>
  implement(keys, {
    list: async ({ person, query }) => {
      const listed = await keyService.list({ accountId: person.accountId, ...ownOnly(person) }, query.dayFromMs);
      return { keys: listed.map(keyToView) };
    },

    create: async ({ person, body: { belongsTo, ...rules } }) => {
      const of = { accountId: person.accountId, ...memberOf(person, belongsTo) };
      const { key, secret } = await keyService.create(of, rules, person);
      return { key: keyToView(key), secret };
    },

    change: async ({ person, params, body }) => ({
      key: keyToView(await keyService.change(keyOf(person, params.id), defined(body), person)),
    }),

    rotate: async ({ person, params, body }) => {
      const { key, secret } = await keyService.rotate(keyOf(person, params.id), body.overlapHours * HOUR_MS, person);
      return { key: keyToView(key), secret };
    },

    revoke: async ({ person, params }) => {
      const by = may(person.memberRole, 'write-keys') ? {} : { ownOf: person.userId };
      return { key: keyToView(await keyService.revoke(keyOf(person, params.id), { ...person, ...by })) };
    },
  });

const keyOf = (person: Person, keyId: string) => ({ accountId: person.accountId, keyId, ...ownOnly(person) });

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
