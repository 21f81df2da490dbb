/** The basics of the routes of pages. */
import type { Method } from './call.ts';

/** The account in which a person acts. It is in every address, so that two tabs cannot mix two accounts up. */
export const ACCOUNT = 'account';
/** The account whose pages an operator looks at. */
export const AS = 'as';

/** Forms are small; whatever is larger is not one. */
export const FORM_LIMITS = { bodyBytesMax: 64 * 1024, bodyMs: 30_000 };
/** Nothing of an account may stay in a cache. */
export const PRIVATE = { 'cache-control': 'no-store' };

/** The query as an object, without what the gate has read. A name that comes twice counts once, as the last. */
export function queryOf(request: Request): Record<string, string> {
  const { searchParams } = new URL(request.url);
  for (const name of [AS, ACCOUNT]) searchParams.delete(name);
  return Object.fromEntries(searchParams);
}

/** The same, where `name[]` is a list of all its values under the name; and so is each of `lists`. */
export function queryWithLists(
  request: Request,
  lists: ReadonlySet<string>,
): Record<string, string | readonly string[]> {
  const { searchParams } = new URL(request.url);
  return Object.fromEntries(
    Object.entries(queryOf(request)).map(([name, last]) => {
      if (name.endsWith('[]')) return [name.slice(0, -2), searchParams.getAll(name)];
      return [name, lists.has(name) ? searchParams.getAll(name) : last];
    }),
  );
}

export function methodAndPath(name: string): { readonly method: Method; readonly path: string } {
  const [method, path] = name.split(' ') as [Method, string];
  return { method, path };
}
