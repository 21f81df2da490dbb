/** Imports against the rule of imports, by the folders that they join. The list only ever shrinks. */
export const ARROWS_TO_MEND: Readonly<Record<string, number>> = {};

/** Functions that are too long. The list only ever shrinks. */
export const FUNCTIONS_TO_SHORTEN: readonly string[] = [];
