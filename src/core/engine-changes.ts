/**
 * The database's word on engines and models, while the service runs: each change is about one name, from a time on, on
 * every server. What the configuration declares is not changed by it.
 */
import { EXTRA_NAMES } from './chat.ts';
import type { EngineChoice, EngineShare } from './model.ts';

export const ENGINE_KINDS = ['openai', 'anthropic'] as const;
type EngineKind = (typeof ENGINE_KINDS)[number];

/** The settings of an engine that an operator sets on the page. */
export type EngineSettings = {
  /** The API that it speaks; OpenAI's, unless said. */
  readonly kind?: EngineKind | undefined;
  readonly baseUrl: string;
  /** The engine's own name for the model that it answers with. */
  readonly model: string;
  readonly maxTokensField: 'max_tokens' | 'max_completion_tokens';
  readonly connectMs: number;
  readonly firstByteMs: number;
  readonly idleMs: number;
  readonly totalMs: number;
  /** How many answers it gives at once; null is as many as are asked for. */
  readonly concurrencyMax: number | null;
  /** How it keeps what it has cached for one account from another. */
  readonly cacheIsolation?: CacheIsolation | undefined;
  /** Which parameters it takes beside the common ones. */
  readonly supports?: readonly Supported[] | undefined;
};

/** With what only files say of an engine, such as its queue. Without that, it has the defaults. */
export type WholeEngineSettings = EngineSettings & { readonly beside?: Readonly<Record<string, unknown>> | undefined };

/** What an engine may take beside the common parameters: those of clients, and marks of caches where clients set them. */
export const SUPPORTED = [...EXTRA_NAMES, 'cache_control'] as const;
export type Supported = (typeof SUPPORTED)[number];

/** Which field of a request names the account to an engine, or that it may reuse nothing. */
export const CACHE_ISOLATIONS = ['none', 'cache_salt', 'user', 'cache_prompt_off'] as const;
export type CacheIsolation = (typeof CACHE_ISOLATIONS)[number];

/** Which engines answer for a model, and which model where none of them does. */
export type ModelEngines = {
  readonly engines: readonly EngineShare[];
  readonly fallback: string | null;
  /** By their shares, unless said. */
  readonly choose?: EngineChoice | undefined;
};

/** The database's word on a model. */
export type ModelSettings = {
  /** Null: those that it has without a word. */
  readonly engines: readonly EngineShare[] | null;
  readonly fallback: string | null;
  readonly choose?: EngineChoice | undefined;
  /** The model as a file describes it: without engines, and without a price. */
  readonly described?: Readonly<Record<string, unknown>> | undefined;
  /** Other names of it. */
  readonly aliases?: readonly string[] | undefined;
  /** A model of the preset that is not served any more. */
  readonly removed?: true | undefined;
};

/** Takes a model of the preset away. */
export const REMOVED: ModelSettings = { engines: null, fallback: null, removed: true };

type Version = {
  /** Counts all changes. */
  readonly version: number;
  /** The engine's name, or the model's id. */
  readonly name: string;
  readonly fromMs: number;
  readonly madeAtMs: number;
  readonly actor: string;
};

/** With a null value the database says nothing any more: the engine is gone, and a model is as it is without a word. */
export type EngineChange = Version &
  (
    | {
        readonly kind: 'engine';
        readonly value: WholeEngineSettings | null;
        /** Null: it has none. */
        readonly sealedKey: string | null;
      }
    | { readonly kind: 'model'; readonly value: ModelSettings | null }
  );

/** An engine's key is sealed for no account, under the engine's name. */
export const KEYS_SEALED_FOR = 'engines';
export const sealedKeyOf = (name: string): string => `key of the engine ${name}`;

/** A key is only sent where it was meant to go. */
export function isSameOrigin(one: string, other: string): boolean {
  const left = URL.parse(one);
  const right = URL.parse(other);
  return left !== null && right !== null && left.origin === right.origin;
}
