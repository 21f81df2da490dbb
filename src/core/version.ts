/** Of what is never changed, only followed by a version that holds from a time on. */
/** What is to hold at once holds after this: by then every server has read it, and all of them change together. */
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
