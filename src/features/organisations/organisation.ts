/** Changes of who belongs to an organisation: roles and budgets, removing, leaving, handing over. */

import type { KeyRecord } from '../../core/api-key.ts';
import { ServiceError } from '../../core/errors.ts';
import type { LimitRule } from '../../core/limit.ts';
import type { People } from '../../core/people.ts';
import type { Person } from '../../core/person.ts';
import { type GivenRole, may } from '../../core/roles.ts';
import { actFor } from '../../platform/action-log/act-for.ts';
import type { NoticeToWrite } from '../../platform/notices/notice.ts';
import { requireProof } from '../../platform/person-proof.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountKeys } from '../keys/index.ts';
import { type ChangeEmail, logUnsent, noticesOf } from './member-mail.ts';
import type { Member, MemberChange } from './members.ts';
import { noticesOfPaused } from './paused-keys.ts';
import { labelOf, readTeam, type Team, type TeamStores } from './team.ts';

type OrganisationStores = TeamStores & {
  readonly people: Pick<People, 'hasPassword' | 'isPassword'>;
  readonly accountKeys: Pick<AccountKeys, 'list'>;
  /** Tells the caches of keys that this one has ended. */
  readonly forget: (keyId: string) => void;
};

export type Organisation = ReturnType<typeof createOrganisation>;

export function createOrganisation(platform: Platform, stores: OrganisationStores) {
  const act = (person: Person, change: MemberChange, reason: string, told: readonly NoticeToWrite[] = []) =>
    actFor(platform, person, change, { reason, told });

  /** The e-mails are written down with what is done. */
  async function actAndTell(person: Person, change: MemberChange, reason: string, emails: readonly ChangeEmail[]) {
    await act(person, change, reason, noticesOf(platform, person.accountId, emails));
    logUnsent(platform, emails);
  }

  const team = (person: Person): Promise<Team> => readTeam(platform, stores, person);

  async function rename(person: Person, name: string | null): Promise<void> {
    await act(person, { kind: 'name-account', name }, 'named the organisation');
  }

  async function changeRole(person: Person, userId: string, role: GivenRole): Promise<void> {
    const told = await tellPaused(platform, stores, { by: person, userId, role });
    await act(person, { kind: 'change-member', userId, role }, 'changed a role', told);
    await forgetKeys(platform, stores, { accountId: person.accountId, userId });
  }

  async function limit(person: Person, userId: string, limits: readonly LimitRule[]): Promise<void> {
    await act(person, { kind: 'limit-member', userId, limits }, 'set the budget of a member');
  }

  async function remove(person: Person, userId: string): Promise<void> {
    const { email: to, language } = await memberOf(stores, person.accountId, userId);
    const organisation = await labelOf(stores.accounts, person.accountId);
    await actAndTell(person, { kind: 'remove-member', userId }, 'removed a member', [
      { what: 'removed', to, language: language ?? 'en', organisation, by: person.email, colleagues: 0 },
    ]);
    await forgetKeys(platform, stores, { accountId: person.accountId, userId });
  }

  async function leave(person: Person): Promise<void> {
    if (person.memberRole === 'owner') {
      throw new ServiceError('invalid_request', 'The owner cannot leave: hand the organisation over first.');
    }
    await act(person, { kind: 'remove-member', userId: person.userId }, 'left the organisation');
    await forgetKeys(platform, stores, person);
  }

  async function handOver(person: Person, userId: string, password: string | undefined): Promise<void> {
    const { accountId, email: from } = person;
    await requireProof({ people: stores.people, clock: platform.clock }, person, password);
    const next = await memberOf(stores, accountId, userId);
    const about = { organisation: await labelOf(stores.accounts, accountId), colleagues: 0 };
    const change = { kind: 'hand-over', fromUserId: person.userId, userId } as const;
    await actAndTell(person, change, 'handed the organisation over', [
      { ...about, what: 'owner-now', to: next.email, language: next.language ?? 'en', by: from },
      { ...about, what: 'owner-before', to: from, language: person.language ?? 'en', by: next.email },
    ]);
  }

  return { team, rename, changeRole, limit, remove, leave, handOver };
}

async function memberOf({ members }: TeamStores, accountId: string, userId: string): Promise<Member> {
  const found = (await members.of(accountId)).find((one) => one.userId === userId);
  if (!found) throw new ServiceError('not_found', 'This organisation has no such member.');
  return found;
}

type KeysOf = Pick<Person, 'accountId' | 'userId'>;

function keysOf(
  { clock }: Platform,
  { accountKeys }: OrganisationStores,
  { accountId, userId }: KeysOf,
): Promise<readonly KeyRecord[]> {
  const nowMs = clock.nowMs();
  return accountKeys.list(accountId, { nowMs, dayFromMs: nowMs, ofUserId: userId });
}

/** A change of a member's keys holds here at once, and on other servers as soon as they read the keys again. */
async function forgetKeys(platform: Platform, stores: OrganisationStores, member: KeysOf): Promise<void> {
  for (const { id } of await keysOf(platform, stores, member)) stores.forget(id);
}

type RoleChange = { readonly by: Person; readonly userId: string; readonly role: GivenRole };

/** The e-mails about a change of role that stops the keys of the member. */
async function tellPaused(
  platform: Platform,
  stores: OrganisationStores,
  { by, userId, role }: RoleChange,
): Promise<readonly NoticeToWrite[]> {
  const { accountId } = by;
  const team = await stores.members.of(accountId);
  const before = team.find((one) => one.userId === userId);
  if (!before || !may(before.role, 'spend') || may(role, 'spend')) return [];
  const keys = await keysOf(platform, stores, { accountId, userId });
  const organisation = await labelOf(stores.accounts, accountId);
  return noticesOfPaused(platform, { by, member: { ...before, role }, team, keys, organisation });
}
