/** A difference between a file and what is decided: what it is made from, and what it is made of. */

import type { Piece } from '../../core/declared.ts';
import type { SettingValues } from '../../core/service-settings.ts';
import type { Vault } from '../../core/vault.ts';
import type { ConfigProblem } from '../../platform/configuration/problem.ts';
import type { Config } from '../configuration/config.ts';
import type { ServiceAction } from '../stores/actions.ts';
import type { Announcements } from '../stores/announcements.ts';
import type { Decided } from './decided.ts';

/** One thing that changes, by its place in the file. */
export type Line = {
  readonly path: string;
  readonly what: 'added' | 'changed' | 'ended';
  readonly from?: unknown;
  readonly to?: unknown;
};

export type Difference = {
  readonly lines: readonly Line[];
  readonly actions: readonly ServiceAction[];
  readonly problems: readonly string[];
};

/** A change of one piece, which the configuration may own. */
export type Step = {
  readonly piece: Piece;
  readonly lines: readonly Line[];
  readonly action?: ServiceAction;
};

/** Changes of a part of what is decided, and what is wrong with them. */
export type Steps = { readonly steps: readonly Step[]; readonly problems: readonly ConfigProblem[] };

export type Around = {
  readonly file: Config;
  readonly said: Announcements;
  /** Settings of the service in the database, with secrets sealed. */
  readonly held: SettingValues;
  /** By the preset that is wished for, where there is none yet. */
  readonly decided: Decided;
  readonly fromMs: number;
  /** A date is given. */
  readonly isPlanned: boolean;
  /** A change of engines holds at once, where no date is given. */
  readonly enginesFromMs: number;
  readonly vault: Vault;
};

export const lineOf = (path: string, from: unknown, to: unknown): Line =>
  from === undefined
    ? { path, what: 'added', to }
    : to === undefined
      ? { path, what: 'ended', from }
      : { path, what: 'changed', from, to };

type Fields = Readonly<Record<string, unknown>>;

/** A line for each field that differs. */
export function fieldLines(path: string, before: Fields, after: Fields): Line[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields]
    .filter((field) => !Bun.deepEquals(before[field], after[field]))
    .map((field) => lineOf(`${path}.${field}`, before[field], after[field]));
}
