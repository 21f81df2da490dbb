/** The word that a misspelt one was meant to be. */

/** The nearest of the words, by letters that were left out, added, changed or swapped; none where all are far. */
export function nearest(written: string, words: Iterable<string>): string | undefined {
  let best: { readonly word: string; readonly distance: number } | undefined;
  for (const word of words) {
    const distance = editDistance(written, word);
    if (distance <= farthest(written, word) && distance < (best?.distance ?? Infinity)) best = { word, distance };
  }
  return best?.word;
}

/** A third of the letters: a short word is soon another one. */
const farthest = (one: string, other: string): number => Math.floor(Math.max(one.length, other.length) / 3);

/** How many letters make one word the other. Two neighbours that were swapped count once. */
function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const changed = last[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row.push(Math.min(last[j]! + 1, row[j - 1]! + 1, changed, isSwapped ? before[j - 2]! + 1 : Infinity));
    }
    [before, last] = [last, row];
  }
  return last[to.length]!;
}
