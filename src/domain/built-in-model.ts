/** The model that ships with Boreal: what it is, and what its file must be to the byte. */
export const BUILT_IN_MODEL = {
  name: 'Boreal Mini',
  /** In the folder `model` of the repository. */
  fileName: 'boreal-mini.gguf',
  file: { bytes: 31_508_640, sha256: 'be53fd80c943e11714b523c70bc223ad36e010b224351c3b556f369c0a518c6f' },
  contextTokens: 2048,
  /** Told to customers; the pages have it in Czech too. */
  note: 'Answered by Boreal Mini, the small model that is built in (29 million parameters): simple questions in English and Czech, help with Boreal; it says so when it does not know.',
} as const;
