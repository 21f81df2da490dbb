/** The live feed of the operator's area. */

/** One request that has ended. One that is sent again with the same id replaces the first. */
export type FeedEntry = {
  readonly id: string;
  readonly atMs: number;
  readonly accountId: string | null;
  readonly keyName: string | null;
  readonly model: string | null;
  readonly status: number;
  /** Of a request that was refused or has failed: the code of the error, and the field that it is about. */
  readonly reason: string | null;
  readonly durationMs: number;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly czk: string | null;
  /** What a plan or packages paid. */
  readonly coveredTokens: number | null;
};
