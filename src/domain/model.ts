import type { Price } from './money.ts';

/** A model as published: what it is called, what it takes, what it may answer, and which engine answers for it. */
export type Model = {
  readonly id: string;
  readonly role: string;
  readonly maxOutputTokens: number;
  /** Returns its reasoning, and ignores `temperature`. */
  readonly isReasoning: boolean;
  readonly takesTools: boolean;
  /** Used when the caller sends none. */
  readonly temperatureDefault?: number;
  readonly contextTokens?: number;
  /** What a customer should know about it, in a sentence. */
  readonly note?: string;
  /** Name of an engine of the configuration; absent when nothing can answer for this model yet. */
  readonly engine?: string;
  /** What the engine calls this model, where it differs from the engine's own setting. */
  readonly engineModel?: string;
  readonly price: Price;
  /** Which version of the price this is in the books. */
  readonly priceVersion: string;
};

/** A model whose price stands in the configuration but not yet in the books. */
export type DraftModel = Omit<Model, 'priceVersion'>;

export type Catalogue<M = Model> = {
  readonly variant: 'A' | 'B';
  /** Used when the caller names no model. */
  readonly defaultModel: string;
  readonly models: ReadonlyMap<string, M>;
};
