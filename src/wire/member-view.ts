import type { Member } from '../domain/members.ts';
import type { MemberRow } from './member-api.ts';

export const memberToRow = ({ email, name, role, joinedAtMs, hasTwoFactor }: Member): MemberRow => ({
  email,
  name,
  role,
  joinedAtMs,
  hasTwoFactor,
});
