/** What a check of the proof is, and the words in which it ends. */
import type { Probe } from './probe.ts';

export const GROUPS = ['wire', 'streaming', 'errors', 'limits', 'money'] as const;
export type Group = (typeof GROUPS)[number];

/** What only the operator can give: another key, or the leave to use up a minute of the limit. */
export type Need = 'poor-key' | 'other-key' | 'exhaust';

export type Check = {
  readonly id: string;
  readonly group: Group;
  /** What has to be true, in one sentence. */
  readonly rule: string;
  /** What it may spend at most; a check without it is free. */
  readonly buys?: Purchase;
  readonly needs?: Need;
  /** Resolves with what was seen; throws a Deviation if that is not what the rule says. */
  readonly run: (probe: Probe) => Promise<string>;
};

export type Purchase = { readonly answers: number; readonly outputTokens: number };

/** Long enough for a word, short enough to cost next to nothing. */
export const ANSWER_TOKENS = 32;

export const buying = (answers: number): Purchase => ({ answers, outputTokens: answers * ANSWER_TOKENS });

/** The installation does not do what the rule says. The message is what it did. */
export class Deviation extends Error {
  override readonly name = 'Deviation';
}

/** This installation gives nothing to check the rule on. It is told as not run, never as passed. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable';
}

export function demand(isSo: boolean, seen: string): asserts isSo {
  if (!isSo) throw new Deviation(seen);
}

export function demandEqual(what: string, seen: unknown, expected: unknown): void {
  const [left, right] = [JSON.stringify(seen), JSON.stringify(expected)];
  demand(left === right, `${what} is ${shortened(left)} instead of ${shortened(right)}`);
}

/** Enough of a text to recognise it by. */
export function shortened(text: string | undefined): string {
  const shown = text === undefined ? 'missing' : text.replaceAll(/\s+/g, ' ');
  return shown.length > 160 ? `${shown.slice(0, 160)}…` : shown;
}
