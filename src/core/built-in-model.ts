/** The model that ships with Boreal: what it is, and what its file must be to the byte. */
export const BUILT_IN_MODEL = {
  name: 'Boreal Mini',
  /** In the folder `model` of the repository. */
  fileName: 'boreal-mini.gguf',
  file: { bytes: 31_508_640, sha256: 'ea169de627090d6781d67717d9fcb9d9d9348f582950861fde1388719b4e2c74' },
  contextTokens: 2048,
  /** Told to customers; the pages have it in Czech too. */
  note: 'Answered by Boreal Mini, the small model that is built in (29 million parameters): simple questions in English and Czech, help with Boreal; it says so when it does not know.',
} as const;
