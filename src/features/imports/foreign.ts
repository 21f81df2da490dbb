/** The things that another service knows, as far as they can come here. */
import type { LimitRule } from '../../core/limit.ts';
import type { Listed } from '../catalogue/index.ts';

export const FOREIGN_SERVICES = ['one-api', 'new-api', 'litellm'] as const;
export type ForeignService = (typeof FOREIGN_SERVICES)[number];

/** Amounts are in billionths of a USD, as those services count. */
export type Foreign = {
  readonly users: readonly ForeignUser[];
  readonly keys: readonly ForeignKey[];
  readonly engines: readonly ForeignEngine[];
  readonly models: readonly ForeignModel[];
  /** Those that pay more or less than others. */
  readonly groups: readonly ForeignGroup[];
  readonly left: readonly Left[];
};

export type ForeignUser = {
  readonly id: string;
  readonly name: string;
  /** Empty where it has none. */
  readonly email: string;
  readonly balance: bigint;
  /** The id of its group; empty where it pays as all others do. */
  readonly group: string;
};

export type ForeignKey = {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  /** Of the whole key, in hexadecimal digits. */
  readonly sha256: string;
  readonly hint: string;
  readonly expiresAtMs?: number | undefined;
  /** Empty means all models. */
  readonly models: readonly string[];
  /** Empty means every address. */
  readonly ranges: readonly string[];
  /** What may still be spent with it; missing where that has no limit. */
  readonly rest?: bigint | undefined;
  /** The others. */
  readonly limits: readonly LimitRule[];
};

export type ForeignEngine = {
  readonly name: string;
  readonly kind: 'openai' | 'anthropic';
  readonly baseUrl: string;
  readonly apiKey: string;
  /** One that it has. */
  readonly model: string;
};

export type ForeignModel = {
  readonly id: string;
  readonly shares: readonly { readonly engine: string; readonly weight: number; readonly model: string }[];
  /** Missing where that service took its own default. */
  readonly price?: Listed | undefined;
};

export type ForeignGroup = { readonly id: string; readonly name: string; readonly percent: string };

/** A thing that cannot come, and the reason. */
export type Left = { readonly what: string; readonly why: string };

export const USD = 1_000_000_000n;

/** A list as these services write one, with commas or on lines. */
export const listFrom = (text: string): readonly string[] =>
  text
    .split(/[,\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
