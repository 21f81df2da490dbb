import type { Person } from '../../core/person.ts';
import { seesOwnOnly } from '../../core/roles.ts';

/** For those who see their own alone: whose keys. A key of another member is then as good as none. */
export type OwnOnly = { readonly ofUserId?: string | undefined };

/** Whose keys and requests a person sees: those of all, or their own. */
export const ownOnly = ({ userId, memberRole }: Person): OwnOnly =>
  seesOwnOnly(memberRole) ? { ofUserId: userId } : {};
