/** Engines in the operator's part of the settings API: what was set on top of the configuration, and from when. */

import type {
  ServingBody,
  ServingEngineBody,
  ServingModelBody,
  ServingTestBody,
} from '../../server/api/operator-bodies.ts';

export type EngineSettingsView = {
  readonly baseUrl: string;
  /** What the engine calls the model that it answers with. */
  readonly model: string;
  readonly maxTokensField: 'max_tokens' | 'max_completion_tokens';
  readonly connectMs: number;
  readonly firstByteMs: number;
  readonly idleMs: number;
  readonly totalMs: number;
  /** How many answers it gives at once; null is as many as are asked for. */
  readonly concurrencyMax: number | null;
  /** How it keeps what it has cached for one account from another. Left out: as the configuration has it. */
  readonly cacheIsolation?: 'none' | 'cache_salt' | 'user' | 'cache_prompt_off' | undefined;
  /** Which parameters of clients it takes beside the common ones. Left out: as the configuration has it. */
  readonly supports?:
    | readonly ('top_k' | 'min_p' | 'repetition_penalty' | 'chat_template_kwargs' | 'verbosity')[]
    | undefined;
};

export type ModelEnginesView = {
  /** In the order of the configuration. `model`: what this engine calls the model, where it is not the engine's own. */
  readonly engines: readonly { readonly engine: string; readonly weight: number; readonly model: string | null }[];
  /** The model that answers where none of them does. */
  readonly fallback: string | null;
};

/** A change that is still to come. Its value is null where the configuration will count again. */
export type PlannedView<Value> = {
  readonly version: number;
  readonly fromMs: number;
  readonly actor: string;
  readonly value: Value | null;
};

export type ServingView = {
  /** To be sent with a change, so that none that came between is lost. */
  readonly revision: number;
  readonly engines: readonly {
    readonly name: string;
    /** Null where it is only planned. */
    readonly settings: EngineSettingsView | null;
    readonly hasKey: boolean;
    readonly isSetHere: boolean;
    /** What the configuration says of it; null where it says nothing. */
    readonly configured: EngineSettingsView | null;
    /** That it answers for, now or from a time to come. */
    readonly models: readonly string[];
    readonly planned: readonly PlannedView<EngineSettingsView>[];
  }[];
  readonly models: readonly (ModelEnginesView & {
    readonly id: string;
    readonly kind: 'chat' | 'embedding';
    readonly isSetHere: boolean;
    readonly configured: ModelEnginesView;
    readonly planned: readonly PlannedView<ModelEnginesView>[];
  })[];
  /** Of an engine that is added, in milliseconds. */
  readonly defaults: Pick<EngineSettingsView, 'connectMs' | 'firstByteMs' | 'idleMs' | 'totalMs'>;
  /** Engines that a model can be given to. */
  readonly choices: readonly string[];
  /** What is wrong with what was set here. */
  readonly problems: readonly string[];
  /** The parts of a configuration file that says what is served now, without keys. */
  readonly exported: Readonly<Record<string, unknown>>;
};

export type EngineTestView = {
  readonly ok: boolean;
  /** What the engine said; where it failed, how, in a word or as `status 404`. */
  readonly text: string;
  readonly firstEventMs: number | null;
  readonly totalMs: number;
};

export type ServingApi = {
  'GET /api/operator/serving': { readonly reply: ServingView };
  /** Adds or changes an engine, or gives the word back to the configuration; at once, or from a time. */
  'POST /api/operator/serving/engines': { readonly body: ServingEngineBody; readonly reply: ServingView };
  /** A tiny real completion by settings that are not saved yet, free of charge. */
  'POST /api/operator/serving/test': { readonly body: ServingTestBody; readonly reply: EngineTestView };
  /** Says which engines answer for a model; at once, or from a time. */
  'POST /api/operator/serving/models': { readonly body: ServingModelBody; readonly reply: ServingView };
  /** Takes back a change that is still to come. */
  'POST /api/operator/serving/changes/{version}/withdraw': { readonly body: ServingBody; readonly reply: ServingView };
};
