import type { Person } from '../../domain/ports.ts';
import { seesOwnOnly } from '../../domain/roles.ts';
import type { OwnOnly } from '../../domain/settings-ports.ts';

/** Whose keys and requests a person sees: those of all, or their own. */
export const ownOnly = ({ userId, memberRole }: Person): OwnOnly =>
  seesOwnOnly(memberRole) ? { ofUserId: userId } : {};
