/** Why a file cannot be imported as a statement of the bank, for pages that say it in another language than the message. */
export type StatementProblem = {
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
  readonly place?: StatementPlace;
  /** The part of the file that is wrong, or the account that it is of. */
  readonly text?: string;
};

/** Where in a file, counted from 1. */
export type StatementPlace = { readonly unit: 'line' | 'entry' | 'movement'; readonly number: number };
