/** Why a saved card could not be charged. */
export const CARD_FAILURES = ['authentication', 'declined', 'expired', 'unusable'] as const;
export type CardFailure = (typeof CARD_FAILURES)[number];
