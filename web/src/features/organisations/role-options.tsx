import type { TeamView } from '../../../../src/features/organisations/contract.ts';
import { useTexts } from '../../language.tsx';
import { Options } from '../../ui/field.tsx';
import { teamTexts } from './texts.ts';

export type GivenRole = TeamView['invitations'][number]['role'];

/** The owner's is not given: the organisation is handed over. */
export const GIVEN_ROLES: readonly GivenRole[] = ['admin', 'developer', 'billing', 'viewer'];

export function RoleOptions() {
  const texts = useTexts(teamTexts);
  return <Options of={GIVEN_ROLES.map((role) => [role, texts.roles[role]])} />;
}
