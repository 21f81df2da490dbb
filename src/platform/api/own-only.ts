import type { Person } from '../../core/ports.ts';
import { seesOwnOnly } from '../../core/roles.ts';
import type { OwnOnly } from '../../core/settings-ports.ts';

/** Whose keys and requests a person sees: those of all, or their own. */
export const ownOnly = ({ userId, memberRole }: Person): OwnOnly =>
  seesOwnOnly(memberRole) ? { ofUserId: userId } : {};
