/** How busy an engine is on this server, and how it did in the last minutes. */
export type EngineLoad = {
  readonly running: number;
  readonly answered: number;
  readonly failed: number;
  /** The mean; null where nothing was answered. */
  readonly firstEventMs: number | null;
};
