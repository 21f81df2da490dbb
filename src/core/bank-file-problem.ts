/** The reason why a bank file cannot be imported, for pages that say it in another language than the message. */
export type BankFileProblem = {
  readonly kind:
    | 'empty'
    | 'large'
    | 'encoding'
    | 'cut-off'
    | 'xml'
    | 'no-statement'
    | 'no-columns'
    | 'no-account'
    | 'several-accounts'
    | 'other-account'
    | 'transfers-off'
    | 'unknown-line'
    | 'stray-line'
    | 'amount'
    | 'amount-large'
    | 'amount-negative'
    | 'day'
    | 'currency'
    | 'direction';
  readonly place?: BankFilePlace;
  /** The part of the file that is wrong, or the account that it is of. */
  readonly text?: string;
};

/** Where in a file, counted from 1. */
export type BankFilePlace = { readonly unit: 'line' | 'entry' | 'movement'; readonly number: number };
