/** A check of the proof, and the words in which it ends. */
import { ANSWER_TOKENS, type Probe } from './probe.ts';

export const GROUPS = ['wire', 'streaming', 'errors', 'limits', 'money'] as const;
export type Group = (typeof GROUPS)[number];

/** Only the operator can give these: another key, or the leave to use up a minute of the limit. */
export type Need = 'poor-key' | 'other-key' | 'exhaust';

export type Check = {
  readonly id: string;
  readonly group: Group;
  /** The rule, in one sentence. */
  readonly rule: string;
  /** The most that it may spend; a check without it is free. */
  readonly buys?: Purchase;
  readonly needs?: Need;
  /** Resolves with what was seen; throws a Deviation if that is not what the rule says. */
  readonly run: (probe: Probe) => Promise<string>;
};

type Purchase = { readonly answers: number; readonly outputTokens: number };

export const buying = (answers: number): Purchase => ({ answers, outputTokens: answers * ANSWER_TOKENS });
