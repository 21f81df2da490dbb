/**
 * Changes by operators to engines, and to which engines answer for a model, while the service runs. The configuration is
 * the base; a change replaces what it says of one name, from a time on, on every server.
 */
import type { ExtraName } from './chat.ts';
import type { EngineShare } from './model.ts';

/** The settings of an engine that an operator has set. The rest is as the configuration has it, else the default. */
export type EngineSettings = {
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
  /** How it keeps what it has cached for one account from another; left out, as the configuration has it. */
  readonly cacheIsolation?: CacheIsolation | undefined;
  /** Which parameters it takes beside the common ones; left out, as the configuration has it. */
  readonly supports?: readonly ExtraName[] | undefined;
};

/** With what only a file says of an engine, such as its queue. Without that, it is as the configuration has it. */
export type WholeEngineSettings = EngineSettings & { readonly beside?: Readonly<Record<string, unknown>> | undefined };

/** Which field of a request names the account to an engine, or that it may reuse nothing. */
export const CACHE_ISOLATIONS = ['none', 'cache_salt', 'user', 'cache_prompt_off'] as const;
export type CacheIsolation = (typeof CACHE_ISOLATIONS)[number];

/** Which engines answer for a model, and which model where none of them does. */
export type ModelEngines = { readonly engines: readonly EngineShare[]; readonly fallback: string | null };

type Version = {
  /** Counts all changes. */
  readonly version: number;
  /** The engine's name, or the model's id. */
  readonly name: string;
  readonly fromMs: number;
  readonly madeAtMs: number;
  readonly actor: string;
};

/** A null value gives the word back to the configuration. */
export type EngineChange = Version &
  (
    | {
        readonly kind: 'engine';
        readonly value: WholeEngineSettings | null;
        /** Null: the key of the configuration, where the engine is still at its address. */
        readonly sealedKey: string | null;
      }
    | { readonly kind: 'model'; readonly value: ModelEngines | null }
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
