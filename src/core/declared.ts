/**
 * The declarations of the configuration, by name. What it declares, it owns: what the database says of the same name does
 * not count while it is declared, and cannot be changed there.
 */

export type Declared = {
  readonly engines: ReadonlySet<string>;
  /** Models: what they are, and which engines answer for them. */
  readonly models: ReadonlySet<string>;
  readonly aliases: ReadonlySet<string>;
  /** Prices, by model. */
  readonly prices: ReadonlySet<string>;
  /** Tokens of plans, by plan. */
  readonly plans: ReadonlySet<string>;
  readonly priceGroups: ReadonlySet<string>;
  /** Pieces of what is sold. */
  readonly offers: ReadonlySet<string>;
  /** Single settings that operators can change too. */
  readonly settings: ReadonlySet<string>;
};

/** One thing that either the configuration or the database decides. */
export type Piece = { readonly part: keyof Declared; readonly name: string };

export const isDeclared = (declared: Declared, { part, name }: Piece): boolean => declared[part].has(name);

const NONE: ReadonlySet<string> = new Set();

export const NOTHING_DECLARED: Declared = {
  engines: NONE,
  models: NONE,
  aliases: NONE,
  prices: NONE,
  plans: NONE,
  priceGroups: NONE,
  offers: NONE,
  settings: NONE,
};

/** The actor of what the configuration says. */
export const CONFIGURATION = 'configuration';
