/**
 * How many readings of one text a pattern may have open at once. Where every character says which place of the pattern it
 * belongs to, these are the places that may come next. Otherwise it may be anywhere: there are as many as the pattern has
 * places when its repetitions are written out.
 */
import type { CharRange, Pattern } from './json-schema-pattern.ts';

/** A place of the pattern that takes one character, and what may take the next one. */
type Place = { readonly ranges: readonly CharRange[]; readonly next: Place[] };
type Ends = { readonly first: readonly Place[]; readonly last: readonly Place[]; readonly mayBeEmpty: boolean };

/** Places that follow places: where there are more, the pattern counts as unclear. */
const NEXT_MAX = 4096;

/** With the end of the string, which may come next as well. */
export const widthOf = (pattern: Pattern): number => 1 + (nextOf(pattern) ?? placesOf(pattern));

function placesOf(pattern: Pattern): number {
  switch (pattern.type) {
    case 'chars':
      return 1;
    case 'sequence':
      return sum(pattern.items);
    case 'choice':
      return sum(pattern.options);
    case 'repeat':
      return pattern.max * placesOf(pattern.item);
  }
}

const sum = (patterns: readonly Pattern[]): number => patterns.reduce((total, one) => total + placesOf(one), 0);

/** The most places that may come next; `undefined` where a character does not tell which of them it was. */
function nextOf(pattern: Pattern): number | undefined {
  const places: Place[] = [];
  const { first } = endsOf(pattern, places);
  const all = [first, ...places.map(({ next }) => next)];
  const isSmall = all.reduce((total, next) => total + next.length, 0) <= NEXT_MAX;
  return isSmall && all.every(areApart) ? Math.max(...all.map((next) => next.length)) : undefined;
}

/** True where no character belongs to two of the places. One that is reached in two ways is there twice. */
function areApart(places: readonly Place[]): boolean {
  const ranges = places.flatMap((place) => place.ranges).sort((a, b) => a[0] - b[0]);
  return ranges.every(([low], at) => at === 0 || low > ranges[at - 1]![1]);
}

function endsOf(pattern: Pattern, places: Place[]): Ends {
  switch (pattern.type) {
    case 'chars': {
      const place: Place = { ranges: pattern.ranges, next: [] };
      places.push(place);
      return { first: [place], last: [place], mayBeEmpty: false };
    }
    case 'sequence':
      return pattern.items.map((item) => endsOf(item, places)).reduce(inSequence, EMPTY);
    case 'choice': {
      const ends = pattern.options.map((option) => endsOf(option, places));
      return {
        first: ends.flatMap(({ first }) => first),
        last: ends.flatMap(({ last }) => last),
        mayBeEmpty: ends.some(({ mayBeEmpty }) => mayBeEmpty),
      };
    }
    case 'repeat': {
      const ends = endsOf(pattern.item, places);
      if (pattern.max > 1) for (const { next } of ends.last) next.push(...ends.first);
      return { ...ends, mayBeEmpty: ends.mayBeEmpty || pattern.min === 0 };
    }
  }
}

const EMPTY: Ends = { first: [], last: [], mayBeEmpty: true };

function inSequence(before: Ends, after: Ends): Ends {
  for (const { next } of before.last) next.push(...after.first);
  return {
    first: before.mayBeEmpty ? [...before.first, ...after.first] : before.first,
    last: after.mayBeEmpty ? [...before.last, ...after.last] : after.last,
    mayBeEmpty: before.mayBeEmpty && after.mayBeEmpty,
  };
}
