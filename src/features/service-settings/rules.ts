/** The set-up of a service: what it needs before customers can pay it, and what of that is there. Pure. */

/** In the order in which they are best done. */
export const SET_UP_STEPS = [
  'name',
  'address',
  'second-factor',
  'mail',
  'seller',
  'payment',
  'terms',
  'models',
  'prices',
  'first-order',
] as const;
export type SetUpStep = (typeof SET_UP_STEPS)[number];

/** Facts that only the database knows. */
export type SetUpRecords = {
  /** `hasSecondFactor`: every operator has one. */
  setUpFacts(): Promise<{ readonly hasSecondFactor: boolean; readonly hasPaidOrder: boolean }>;
};

export type SetUpFacts = {
  readonly hasName: boolean;
  readonly hasAddress: boolean;
  readonly hasSecondFactor: boolean;
  readonly hasMail: boolean;
  readonly hasSeller: boolean;
  readonly hasWayToPay: boolean;
  /** Terms and a privacy text of the operator's own, and a version of them that customers accept. */
  readonly hasTerms: boolean;
  /** The first models were chosen, and an engine answers for one of them. */
  readonly hasModels: boolean;
  /** Every model that customers see costs something, and something is sold. */
  readonly hasPrices: boolean;
  readonly hasPaidOrder: boolean;
};

const FACT_OF: Readonly<Record<SetUpStep, keyof SetUpFacts>> = {
  name: 'hasName',
  address: 'hasAddress',
  'second-factor': 'hasSecondFactor',
  mail: 'hasMail',
  seller: 'hasSeller',
  payment: 'hasWayToPay',
  terms: 'hasTerms',
  models: 'hasModels',
  prices: 'hasPrices',
  'first-order': 'hasPaidOrder',
};

export const setUpSteps = (facts: SetUpFacts): readonly { readonly step: SetUpStep; readonly isDone: boolean }[] =>
  SET_UP_STEPS.map((step) => ({ step, isDone: facts[FACT_OF[step]] }));
