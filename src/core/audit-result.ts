/** The result of an audit. `ok` is null where it could not be finished. */
export type AuditResult = {
  readonly ok: boolean | null;
  /** How many rows each check looked at. */
  readonly checked: Readonly<Record<string, number>>;
  readonly problems: readonly string[];
};

/** A request whose engine reported what cannot be true, or went on past its limit. */
export type Anomaly = {
  readonly requestId: string;
  readonly accountId: string;
  readonly model: string;
  readonly atMs: number;
  /** JSON: what was claimed, what was possible, and what was charged. */
  readonly details: string;
};
