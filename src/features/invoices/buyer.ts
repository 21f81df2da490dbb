/** What a customer wants on documents. An empty text is a field that was left empty. */
export type Buyer = {
  /** Of the company, or of the person. */
  readonly name: string;
  readonly street: string;
  readonly city: string;
  readonly postalCode: string;
  /** Two letters, as in ISO 3166. */
  readonly country: string;
  readonly companyId: string;
  readonly vatId: string;
};

export interface Buyers {
  of(accountId: string): Promise<Buyer | undefined>;
  /** `undefined` forgets them. Documents that are written keep what they have. */
  set(change: { readonly accountId: string; readonly buyer: Buyer | undefined; readonly atMs: number }): Promise<void>;
}
