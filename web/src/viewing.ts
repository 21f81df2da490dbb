/**
 * An operator who looks at the pages of a customer. It belongs to one tab, and entering and leaving open a new document,
 * so that nothing of one account is ever shown as another's.
 */
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

/** The address with the account that is looked at. Also on what would change something: the server refuses it then. */
export function asViewed(path: string, accountId = viewedAccount()): string {
  if (accountId === null || !path.startsWith('/api/') || path.startsWith('/api/operator/')) return path;
  return `${path}${path.includes('?') ? '&' : '?'}as=${encodeURIComponent(accountId)}`;
}
