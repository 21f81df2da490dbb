/** An engine is what answers. */
import type { EngineSource } from './buying.ts';
import type { ChatRequest, EngineEvents } from './chat.ts';
import type { StopSignal } from './stop.ts';
import type { Tier } from './tiers.ts';
import type { Span } from './trace.ts';

export interface Engine {
  /**
   * Resolves once the engine has begun to answer: until then the caller may try another engine, from then on a failure
   * can only be reported inside the stream. Rejects with ServiceError, or with the signal's reason when it is aborted.
   */
  open(request: EngineRequest, signal: StopSignal): Promise<EngineEvents>;
  /** The state of the engine now, in words for the operator where it cannot answer. Cheap enough to ask every second. */
  health(): Promise<EngineHealth>;
}

/** A chat on its way to an engine, with everything decided that the caller left open. */
export type EngineRequest = {
  readonly chat: ChatRequest;
  /** The engine's own name for the model. */
  readonly engineModel?: string;
  readonly maxOutputTokens: number;
  readonly requestId: string;
  readonly accountId: string;
  /** Its place among those that wait; behind `priority` without one. */
  readonly tier?: Tier;
  /** The span whose child the engine's part is. */
  readonly span: Span;
  /** Where several engines may answer: which one was asked last. */
  readonly asked?: { source: EngineSource | undefined };
  /** The one that has to answer, of several: another answer to the same request is from there. */
  readonly only?: EngineSource;
};

export type EngineHealth = {
  readonly ok: boolean;
  readonly detail: string;
  /** The work before it can answer, such as `downloading 43 %`; not secret. */
  readonly doing?: string;
};

export interface Engines {
  /** The engine of a model, or undefined when it has none. */
  of(modelId: string): Engine | undefined;
  /** The engine of a model that has only one; several say which of them was asked. */
  sourceOf(modelId: string): EngineSource | undefined;
  all(): ReadonlyMap<string, Engine>;
}

/** A chat of which only the tokens of its input are wanted. */
export type CountedChat = Pick<EngineRequest, 'chat' | 'accountId' | 'requestId' | 'span'> & {
  readonly signal: AbortSignal;
};
