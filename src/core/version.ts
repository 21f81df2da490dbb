/** Versions of what is never changed, only followed by a version that holds from a time on. */
import { ServiceError } from './errors.ts';

/** A change that is to hold at once holds after this time: by then every server has read it, and all of them change together. */
export const LEAD_MS = 2000;

type Dated = { readonly fromMs: number; readonly version: number };

/** The version that holds at a time: of those that have begun, the one that began last; of two at once, the newer. */
export function versionAt<V extends Dated>(versions: readonly V[], atMs: number): V | undefined {
  return versions
    .filter(({ fromMs }) => fromMs <= atMs)
    .reduce<V | undefined>((last, one) => (!last || isLater(one, last) ? one : last), undefined);
}

const isLater = (one: Dated, other: Dated): boolean =>
  one.fromMs > other.fromMs || (one.fromMs === other.fromMs && one.version > other.version);

/** `planned`: it will hold from its time on. `past`: it held, or another has taken its place before it could. */
export const VERSION_STATES = ['now', 'planned', 'past'] as const;
type VersionState = (typeof VERSION_STATES)[number];

/**
 * The last to begin first. One that another replaces at its very beginning never holds: it is past. `holdsAt` says which
 * holds at a time, where it is not simply the last to begin.
 */
export function withStates<V extends Dated>(
  versions: readonly V[],
  nowMs: number,
  holdsAt: (atMs: number) => V | undefined = (atMs) => versionAt(versions, atMs),
): readonly (readonly [V, VersionState])[] {
  const current = holdsAt(nowMs);
  const stateOf = (version: V): VersionState => {
    if (version === current) return 'now';
    return version.fromMs > nowMs && holdsAt(version.fromMs) === version ? 'planned' : 'past';
  };
  return versions
    .toSorted((a, b) => b.fromMs - a.fromMs || b.version - a.version)
    .map((version) => [version, stateOf(version)] as const);
}

/** A time that has passed cannot be priced anew; what holds at once needs a moment to reach every server. */
export function startOf(fromMs: number | null, nowMs: number): number {
  if (fromMs === null) return nowMs + LEAD_MS;
  if (fromMs < nowMs) {
    throw new ServiceError('invalid_request', 'A new version can only hold from a time that has not passed.', {
      param: 'fromMs',
    });
  }
  return Math.max(fromMs, nowMs + LEAD_MS);
}
