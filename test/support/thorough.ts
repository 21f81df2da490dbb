/** `BOREAL_TEST_THOROUGH=1` has the tests that repeat something by chance repeat it more often. */
export const isThorough = process.env.BOREAL_TEST_THOROUGH === '1';

/** How often something is repeated: as a rule, and where a run may take long. */
export const times = (usual: number, thorough: number): number => (isThorough ? thorough : usual);
