/**
 * What the engine's process is told when it starts. It reads nothing else: no file, and of the environment only the
 * token for the hub, because arguments can be read by every user of the machine.
 */
export type LlamaSettings = {
  /** Where it listens. */
  readonly socketPath: string;
  readonly dataDir: string;
  /** A GGUF file, or a reference to one on the hub; absent means the built-in model. */
  readonly modelPath?: string;
  /** The address of the hub. */
  readonly hub: string;
  readonly threads: number;
  /** How many answers are written at once. */
  readonly slots: number;
  /** How many requests may wait for a place. */
  readonly queueMax: number;
  /** Prompt and answer of one request together. */
  readonly contextTokens: number;
  /** Models that think before they answer, and how long they may. */
  readonly thinkingModels: readonly string[];
  readonly thinkingTokensMax: number;
  readonly sampling: Sampling;
};

/** Used where the caller says nothing. */
export type Sampling = {
  readonly temperature: number;
  readonly topP: number;
  readonly topK: number;
  /** A small model repeats itself without one. */
  readonly repeatPenalty: number;
};

/** How many of the last tokens the repeat penalty looks at. */
export const REPEAT_WINDOW = 128;

/** Names the account a request is for, on the wire between gateway and engine: places are shared between accounts. */
export const ACCOUNT_HEADER = 'x-boreal-account';

/** The variable that carries the token for the hub from the gateway to the engine. */
export const HUB_TOKEN_VARIABLE = 'BOREAL_ENGINE_HUB_TOKEN';
