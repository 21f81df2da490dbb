export const OPERATOR_INPUTS = {} as const;
