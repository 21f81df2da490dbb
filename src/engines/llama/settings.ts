/**
 * The settings that the engine's process gets when it starts. It reads nothing else: no file, and of the environment only the
 * token for the hub, because arguments can be read by every user of the machine.
 */
import type { SamplingSettings } from './sampling.ts';
import type { TemplateName } from './template/built-in-templates.ts';

export type LlamaSettings = {
  /** Where it listens. */
  readonly socketPath: string;
  readonly dataDir: string;
  /** The models that it answers for, by their ids. */
  readonly models: Readonly<Record<string, ModelSetting>>;
  /** The model that is loaded before the first request. */
  readonly firstModel?: string;
  /** For all loaded models together. */
  readonly memoryBytesMax: number;
  /** How long a request waits for its model to be loaded, or for room. */
  readonly loadWaitMs: number;
  /** The address of the hub from which models may come. */
  readonly hub: string;
  readonly threads: number;
  /** How many answers one model writes at once. */
  readonly slots: number;
  /** How many requests may wait for a place, and how many for a model. */
  readonly queueMax: number;
  /** Prompt and answer of one request together. */
  readonly contextTokens: number;
  readonly thinkingTokensMax: number;
  readonly sampling: SamplingSettings;
};

export type ModelSetting = {
  /** A GGUF file; empty means the built-in model. */
  readonly file: string;
  /** Absent means the file's own, or the one that fits the file best. */
  readonly template?: TemplateName;
  /** The model thinks before it answers. */
  readonly thinks: boolean;
  /** It makes vectors instead of answers. */
  readonly isEmbedding?: true;
};

/** How many of the last tokens the repeat penalty looks at. */
export const REPEAT_WINDOW = 128;

/** Names the account of a request, on the wire between gateway and engine: slots are shared between accounts. */
export const ACCOUNT_HEADER = 'x-boreal-account';
/** The tier of a request on the same wire, where it has one. */
export const TIER_HEADER = 'x-boreal-tier';

/** The variable that carries the token for the hub from the gateway to the engine. */
export const HUB_TOKEN_VARIABLE = 'BOREAL_ENGINE_HUB_TOKEN';
