/** A difference between a file and what is decided: what it is made from, and what it is made of. */

import type { Vault } from '../../core/vault.ts';
import type { Config } from '../configuration/config.ts';
import type { ServiceAction } from '../stores/actions.ts';
import type { Announcements } from '../stores/operator-port.ts';
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

export type Around = {
  readonly file: Config;
  readonly said: Announcements;
  readonly decided: Decided;
  readonly fromMs: number;
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
