/**
 * The organisation in which a person acts. It belongs to one tab and does not change while its document is open, so that
 * nothing of one account is ever shown or changed as another's. A new tab begins with the last choice.
 */
import type { MeView } from '../../src/features/sign-in/contract.ts';
import { ACTING, actingAccount } from './acting-account.ts';
import { useApi } from './api.ts';

export function actIn(accountId: string, to = '/keys'): void {
  sessionStorage.setItem(ACTING, accountId);
  localStorage.setItem(ACTING, accountId);
  location.assign(to);
}

/** Where the person does not belong any more, or another person has signed in: their own account, in a new document. */
export function forgetActing(): void {
  sessionStorage.removeItem(ACTING);
  localStorage.removeItem(ACTING);
  location.reload();
}

export const isActing = (): boolean => actingAccount() !== null;

/** True where the role of the person allows something here. Pages leave out what it does not allow. */
export function useMay(): (action: MeView['may'][number]) => boolean {
  const { data } = useApi('GET /api/me');
  return (action) => data?.may.includes(action) ?? false;
}

/** The name by which people know an account. */
export const labelOf = ({ name, email }: { readonly name: string | null; readonly email: string }): string =>
  name ?? email;

/** True where there are others here whose usage this person sees. */
export function useIsTeam(): boolean {
  const { data: me } = useApi('GET /api/me');
  const { data: team } = useApi('GET /api/members');
  return (team?.members.length ?? 0) > 1 && me?.account.role !== 'developer';
}
