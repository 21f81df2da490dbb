/** Answers of VIES about a VAT id of another country of the EU. */

/** `unreachable`: VIES, or the register of the country behind it, did not answer. */
export type VatCheck = {
  readonly state: 'valid' | 'invalid' | 'unreachable';
  readonly vatId: string;
  /** As the register has it; empty where it does not say. */
  readonly name: string;
  /** The number under which VIES knows that it was asked. */
  readonly requestId: string;
  readonly atMs: number;
};

/** Where VIES is not asked, the form of the number counts. An answer that did not come confirms nothing. */
export const isConfirmed = (check: VatCheck | null): boolean => check === null || check.state === 'valid';
