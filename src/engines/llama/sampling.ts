/** How tokens are chosen where neither the caller nor the operator says so. */
export type Sampling = {
  readonly temperature: number;
  readonly topP: number;
  readonly topK: number;
  /** Above 1 it keeps a model from repeating itself. */
  readonly repeatPenalty: number;
};

/** Values that the operator has set; the rest depends on the model. */
export type SamplingSettings = { readonly [Field in keyof Sampling]?: Sampling[Field] | undefined };

/** For files that we know nothing about: small models loop without a penalty. */
const FOR_FILES: Sampling = { temperature: 0.5, topP: 0.9, topK: 40, repeatPenalty: 1.15 };

/** It was trained to give one answer to a question and to end by itself: neither chance nor a penalty is of use. */
const FOR_BUILT_IN: Sampling = { temperature: 0.2, topP: 0.9, topK: 40, repeatPenalty: 1 };

/** An empty file is the built-in model. */
export function samplingFor(file: string, settings: SamplingSettings): Sampling {
  const defaults = file === '' ? FOR_BUILT_IN : FOR_FILES;
  return {
    temperature: settings.temperature ?? defaults.temperature,
    topP: settings.topP ?? defaults.topP,
    topK: settings.topK ?? defaults.topK,
    repeatPenalty: settings.repeatPenalty ?? defaults.repeatPenalty,
  };
}
