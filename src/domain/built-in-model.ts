/** The model that ships with Boreal: what it is, and what its file must be to the byte. */
export const BUILT_IN_MODEL = {
  name: 'Boreal Mini',
  /** In the folder `model` of the repository. */
  fileName: 'boreal-mini.gguf',
  file: { bytes: 31_508_640, sha256: '249a8edecd6f1c2f0dbec6737203897c3a1e929edefe12d3f5c7b663e869784f' },
  contextTokens: 2048,
  /** Told to customers; the pages have it in Czech too. */
  note: 'Answered by Boreal Mini, the small model that is built in (29 million parameters): simple questions in English and Czech, help with Boreal; it says so when it does not know.',
} as const;
