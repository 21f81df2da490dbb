/**
 * An operator who looks at the pages of a customer. It belongs to one tab, and entering and leaving open a new document,
 * so that nothing of one account is ever shown as another's.
 */
import { actingAccount } from './acting-account.ts';

const KEPT = 'boreal.viewing';

export const viewedAccount = (): string | null => sessionStorage.getItem(KEPT);

export function view(accountId: string): void {
  sessionStorage.setItem(KEPT, accountId);
  location.assign('/billing');
}

export function stopViewing(): void {
  const accountId = viewedAccount();
  sessionStorage.removeItem(KEPT);
  location.assign(accountId ? `/operator/customers/${encodeURIComponent(accountId)}` : '/operator');
}

/** A person who is signed out, or no operator any more, sees only their own pages. */
export const forgetViewing = (): void => sessionStorage.removeItem(KEPT);

/**
 * The address with the account that is looked at, also on what would change something: the server refuses it then. Else
 * with the account in which the person acts.
 */
export function asViewed(path: string, accountId = viewedAccount(), acting = actingAccount()): string {
  if (!path.startsWith('/api/') || path.startsWith('/api/operator/')) return path;
  const [name, value] = accountId === null ? ['account', acting] : ['as', accountId];
  if (value === null) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
}
