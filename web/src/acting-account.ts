export const ACTING = 'boreal.account';

/** Read once for each document: another tab may choose another account. */
let acting: string | null | undefined;

export function actingAccount(): string | null {
  acting ??= sessionStorage.getItem(ACTING) ?? localStorage.getItem(ACTING) ?? '';
  sessionStorage.setItem(ACTING, acting);
  return acting || null;
}
