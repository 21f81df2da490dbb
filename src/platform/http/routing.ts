import { ServiceError } from '../../core/errors.ts';
import type { Route } from './call.ts';

type Found = { readonly route: Route; readonly params: Readonly<Record<string, string>> };

/** The path of the one route for whatever is asked for and has no route of its own. */
export const ANYWHERE = '*';

/** Every path that has a route of its own. */
export const pathsOf = (routes: readonly Route[]): readonly string[] =>
  [...new Set(routes.map(({ path }) => path))].filter((path) => path !== ANYWHERE);

/** Finds a route by method and path: 404 where no route has the path, 405 where none has the method. */
export function findRoute(routes: readonly Route[]): (method: string, path: string) => Found {
  const plain = new Map<string, Route[]>();
  const patterns: { readonly pattern: RegExp; readonly routes: Route[] }[] = [];
  for (const [path, group] of Object.entries(Object.groupBy(routes, ({ path }) => path))) {
    if (path.includes('{')) patterns.push({ pattern: patternOf(path), routes: group! });
    else plain.set(path, group!);
  }

  const anywhere = plain.get(ANYWHERE)?.[0];
  plain.delete(ANYWHERE);
  return (method, path) => {
    const exact = plain.get(path);
    if (exact) return { route: pick(exact, method), params: {} };
    for (const { pattern, routes } of patterns) {
      const match = pattern.exec(path);
      if (!match) continue;
      const params = decodeGroups(match.groups ?? {});
      // No id has a NUL, and PostgreSQL could not even be asked for one.
      if (Object.values(params).some((value) => value.includes('\0'))) break;
      return { route: pick(routes, method), params };
    }
    if (anywhere && (method === 'GET' || method === 'HEAD')) return { route: anywhere, params: {} };
    throw nothingHere(meantBy(path, plain.keys()));
  };
}

function pick(routes: readonly Route[], method: string): Route {
  const asked = method === 'HEAD' ? 'GET' : method;
  const route = routes.find((one) => one.method === asked);
  if (route) return route;
  const allow = routes.map((one) => one.method);
  throw new ServiceError('method_not_allowed', `This path takes ${allow.join(' and ')}, not ${method}.`, { allow });
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]{1,256})')}$`);

function decodeGroups(groups: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decode(value)]));
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Also where the caller may not know that there is something, and then in the same words. */
export const nothingHere = (meant?: string): ServiceError =>
  new ServiceError(
    'not_found',
    meant === undefined
      ? 'There is nothing at this path; the API is POST /v1/chat/completions, /v1/responses, /v1/messages and /v1/embeddings.'
      : `There is nothing at this path; did you mean ${meant}? The base address ends in /v1.`,
  );

/** The longest path of the API that the asked one ends in: base addresses are given with too much or too little. */
function meantBy(path: string, known: Iterable<string>): string | undefined {
  // What is below /api may be hidden, and says nothing.
  if (path.startsWith('/api/')) return undefined;
  const asked = path.replace(/\/+$/, '');
  const [meant] = [...known]
    .filter((one) => one.startsWith('/v1/') && asked.endsWith(one.slice('/v1'.length)))
    .sort((a, b) => b.length - a.length);
  return meant;
}
