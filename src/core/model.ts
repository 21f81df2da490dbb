import type { Price } from './money.ts';
import type { Preset } from './preset.ts';
import type { TierPercents } from './tiers.ts';

/** Every id of a model has this form. */
export const MODEL_ID = /^[\w.:/-]{1,128}$/;

/** What a request may hold for a model: a file is a document in PDF. */
export const MODALITIES = ['text', 'image', 'file'] as const;
type Modality = (typeof MODALITIES)[number];

/** How exact the weights of a model are. */
export const QUANTIZATIONS = ['int4', 'int8', 'fp4', 'fp6', 'fp8', 'fp16', 'bf16', 'fp32'] as const;

/** A model as published: what it is called, what it takes, what it may answer, and which engine answers for it. */
export type Model = {
  readonly id: string;
  /** The product of the model: answers to chats, or vectors of texts. */
  readonly kind: 'chat' | 'embedding';
  /** Its purpose, in English or in the operator's own words. */
  readonly role: string;
  /** The same in Czech, where the operator says it. */
  readonly roleCs?: string;
  /** Text alone, unless said. */
  readonly modalities?: readonly Modality[];
  /** The most tokens that its engines make of one picture, and of one document. */
  readonly imageTokens?: number;
  readonly fileTokens?: number;
  /** Pictures and documents may be addresses, which its engines fetch. */
  readonly takesUrls?: boolean;
  readonly quantization?: (typeof QUANTIZATIONS)[number];
  /** It is in no list, and answers requests that name it. */
  readonly isHidden?: boolean;
  readonly maxOutputTokens: number;
  /** Returns its reasoning, and ignores `temperature`. */
  readonly isReasoning: boolean;
  readonly takesTools: boolean;
  /** Used when the caller sends none. */
  readonly temperatureDefault?: number;
  readonly contextTokens?: number;
  /** A sentence about it for customers. */
  readonly note?: string;
  /** The small built-in model alone answers for it: it shows how the service works, and is not what its name promises. */
  readonly isDemonstration?: boolean;
  /** The engine of the configuration, or several that share the work; absent when nothing can answer for it yet. */
  readonly engine?: string | readonly EngineShare[];
  /** Which of several engines is asked: by their shares, or the cheapest that can answer. */
  readonly choose?: EngineChoice;
  /** The engine's own name for this model, where it differs from the engine's own setting. */
  readonly engineModel?: string;
  /** The model that answers where no engine of this one does. It never costs more. */
  readonly fallback?: string;
  readonly price: Price;
  /** Only at its price, unless said. */
  readonly tiers?: TierPercents;
  /** Which version of the price this is in the ledger. */
  readonly priceVersion: string;
};

/** What a request may hold for a model. */
export const modalitiesOf = ({ modalities = ['text'] }: Pick<Model, 'modalities'>): readonly Modality[] => modalities;

export const ENGINE_CHOICES = ['share', 'cheapest'] as const;
export type EngineChoice = (typeof ENGINE_CHOICES)[number];

/** The name of the built-in engine among engines. */
export const EMBEDDED_ENGINE = 'embedded';

/** An engine that answers for a model beside others. One of weight 2 gets twice as much as one of weight 1. */
export type EngineShare = { readonly engine: string; readonly weight: number; readonly engineModel?: string };

export function sharesOf({ engine }: Pick<Model, 'engine'>): readonly EngineShare[] {
  if (engine === undefined) return [];
  return typeof engine === 'string' ? [{ engine, weight: 1 }] : engine;
}

/** A model whose price is in the configuration but not yet in the ledger. */
export type DraftModel = Omit<Model, 'priceVersion'>;

export type Catalogue<M = Model> = {
  readonly variant: Preset;
  /** Used when the caller names no model; empty where there is no model that could be. */
  readonly defaultModel: string;
  readonly models: ReadonlyMap<string, M>;
  /** Other names of models. One that ends in `*` matches every name that begins with the rest. */
  readonly aliases: ReadonlyMap<string, string>;
};

/** The models that lists show. */
export const listedModels = <M extends Pick<Model, 'isHidden'>>({
  models,
}: Pick<Catalogue<M>, 'models'>): readonly M[] => [...models.values()].filter(({ isHidden }) => !isHidden);

/** The model of a name: its id, else an alias, else the longest beginning that fits. */
export function findModel<M>(
  name: string,
  { models, aliases }: Pick<Catalogue<M>, 'models' | 'aliases'>,
): M | undefined {
  const found = models.get(name);
  if (found || aliases.size === 0) return found;
  const alias = aliases.has(name) ? name : longestBeginning(name, aliases.keys());
  return alias === undefined ? undefined : models.get(aliases.get(alias)!);
}

/** The aliases of a model, as they are written in the configuration. */
export const aliasesOf = (id: string, { aliases }: Pick<Catalogue, 'aliases'>): readonly string[] =>
  [...aliases].filter(([, target]) => target === id).map(([alias]) => alias);

export const isPattern = (alias: string): boolean => alias.endsWith('*');

function longestBeginning(name: string, aliases: Iterable<string>): string | undefined {
  let longest: string | undefined;
  for (const alias of aliases) {
    const fits = isPattern(alias) && name.startsWith(alias.slice(0, -1));
    if (fits && alias.length > (longest?.length ?? 0)) longest = alias;
  }
  return longest;
}
