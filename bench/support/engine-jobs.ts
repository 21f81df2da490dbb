/** The jobs of the two sides of the engine's bench, and their answers. Both get exactly the same. */

export type EngineBenchSettings = {
  readonly modelPath: string;
  readonly slots: number;
  readonly contextTokens: number;
  readonly threads: number;
  readonly sampling: { readonly temperature: number; readonly topP: number; readonly topK: number };
  readonly repeatPenalty: number;
};

/** One answer for each prompt, all at once. */
export type EngineJob = {
  readonly prompts: readonly string[];
  readonly maxTokens: number;
  readonly seed: number;
};

export type EngineResult = {
  readonly seconds: number;
  readonly promptTokens: number;
  readonly outputTokens: number;
  /** From the start of the job to the first token of each answer. */
  readonly firstMs: readonly number[];
};

export type EngineSubject = {
  readonly name: string;
  /** Processes by what they are, for processor time and memory. */
  readonly processes: Readonly<Record<string, number>>;
  run(job: EngineJob): Promise<EngineResult>;
};
