/** Responses that later requests may refer to. Only their own account may read them. */

/** Encrypted, as the database has it. */
export type SealedResponse = {
  readonly id: string;
  readonly createdAtMs: number;
  /** What was sent, with everything that it referred to. */
  readonly input: string;
  /** What came of it. */
  readonly response: string;
};

export interface StoredResponses {
  /** Once for each id. An account that has more than `keptMax` loses its oldest; a closed one keeps nothing. */
  put(
    accountId: string,
    sealed: SealedResponse & { readonly expiresAtMs: number; readonly keptMax: number },
  ): Promise<void>;
  find(accountId: string, id: string, nowMs: number): Promise<SealedResponse | undefined>;
  /** What came of several, without what was sent. */
  findResponses(
    accountId: string,
    ids: readonly string[],
    nowMs: number,
  ): Promise<readonly Omit<SealedResponse, 'input'>[]>;
  /** Returns whether there was one. */
  remove(accountId: string, id: string, nowMs: number): Promise<boolean>;
  /** Some of them, oldest first, after the given one. */
  list(accountId: string, after: SealedResponse | null): Promise<readonly SealedResponse[]>;
}
