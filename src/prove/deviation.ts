/** The words in which a check of the proof ends. */

/** The installation does not do what the rule says. The message is what it did. */
export class Deviation extends Error {
  override readonly name = 'Deviation';
}

/** This installation gives nothing to check the rule on. It is reported as not run, never as passed. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable';
}

export function demand(isSo: boolean, seen: string): asserts isSo {
  if (!isSo) throw new Deviation(seen);
}

export function demandEqual(what: string, seen: unknown, expected: unknown): void {
  const left = JSON.stringify(seen);
  const right = JSON.stringify(expected);
  demand(left === right, `${what} is ${shorten(left)} instead of ${shorten(right)}`);
}

/** Enough of a text to recognise it by. */
export function shorten(text: string | undefined): string {
  const shown = text === undefined ? 'missing' : text.replaceAll(/\s+/g, ' ');
  return shown.length > 160 ? `${shown.slice(0, 160)}…` : shown;
}
