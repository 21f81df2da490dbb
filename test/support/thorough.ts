/** `BOREAL_TEST_THOROUGH=1` has the tests that repeat something by chance repeat it more often; `test:fast` less often. */
export const isThorough = process.env.BOREAL_TEST_THOROUGH === '1';
const isFast = Boolean(process.env.BOREAL_TEST_FAST);

/** How often something is repeated: as a rule, and where a run may take long. */
export const times = (usual: number, thorough: number): number =>
  isThorough ? thorough : isFast ? Math.ceil(usual / 5) : usual;

/** The seeds of as many walks; `SEED=…` repeats one. */
export const seeds = (usual: number, thorough: number): readonly number[] =>
  process.env.SEED
    ? [Number(process.env.SEED)]
    : Array.from({ length: times(usual, thorough) }, (_, walked) => walked + 1);
