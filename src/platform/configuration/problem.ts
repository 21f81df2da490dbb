/** One thing that is wrong with a configuration: where it is, and a sentence for people. */
export type ConfigProblem = { readonly path: readonly string[]; readonly sentence: string };

/** `about` follows the path, as in "engines.fast.baseUrl must be an address". */
export const problemAt = (path: readonly string[], about: string): ConfigProblem => ({
  path,
  sentence: `${path.join('.')} ${about}`,
});

export const sentencesOf = (problems: readonly ConfigProblem[]): string[] => problems.map(({ sentence }) => sentence);

/** Those that are not among the ones that were known. */
export function newProblems(
  problems: readonly ConfigProblem[],
  known: readonly ConfigProblem[],
): readonly ConfigProblem[] {
  const said = new Set(sentencesOf(known));
  return problems.filter(({ sentence }) => !said.has(sentence));
}
