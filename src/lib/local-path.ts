/**
 * The one place that decides whether a text is a path of this service. Addresses to land on come from queries and
 * forms, so a stranger may have written them.
 */
const BASE = 'https://own.invalid';
/** No backslash, no control character, no `@`, `:` or `#`: nothing that browsers and servers read in different ways. */
const PLAIN = /^\/[\w\-./?=&%]{0,500}$/;
const ENCODED_SLASH = /%2f|%5c/i;

/** The path as a browser resolves it, dots resolved, or undefined where it is none or would lead to another host. */
export function localPathOf(text: unknown): string | undefined {
  if (typeof text !== 'string' || !PLAIN.test(text) || !URL.canParse(text, BASE)) return undefined;
  const { origin, pathname, search } = new URL(text, BASE);
  // `/.//host` has our origin, but its path, taken alone, is an address of that host.
  if (origin !== BASE || pathname.includes('//') || ENCODED_SLASH.test(pathname)) return undefined;
  return `${pathname}${search}`;
}

/** True where a `Location` leads to one of these origins, and to a path that stays there when it is taken alone. */
export function leadsTo(location: string, origins: readonly string[]): boolean {
  const [base] = origins;
  if (!URL.canParse(location, base)) return false;
  const { origin, pathname } = new URL(location, base);
  return origins.includes(origin) && !pathname.startsWith('//');
}
