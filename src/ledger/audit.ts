/** Everything, or what is new since the last proof. */
export type AuditScope = 'full' | 'new';

/** The findings of an audit of the ledger. */
export type Audit = {
  readonly ok: boolean;
  /** How many rows each check looked at. */
  readonly checked: Readonly<Record<string, number>>;
  readonly problems: readonly string[];
  /** The last seal, as `number:hash`: a kept one shows when the chain was written anew. */
  readonly head: string | null;
  readonly scope: AuditScope;
  /** Rows that are newer than the last seal: their sums were proved, and nothing else of them. */
  readonly unsealed: number;
  readonly notLookedAt: readonly string[];
};

export type AuditVerdict = Pick<Audit, 'ok' | 'problems'>;
