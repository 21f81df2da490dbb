/**
 * Where to go after signing in. Addresses come from the query, so a stranger may have written them: only paths of our own
 * count, and none that a browser would read as another host.
 */
export function ownPath(text: string | null, fallback = '/keys'): string {
  if (!text?.startsWith('/')) return fallback;
  const base = 'https://own.invalid';
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined;
  if (url?.origin !== base) return fallback;
  const path = `${url.pathname}${url.search}${url.hash}`;
  return path.startsWith('//') ? fallback : path;
}
