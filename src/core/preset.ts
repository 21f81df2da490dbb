/** The models that an installation begins with: a published variant, or none. */
export const PRESETS = ['A', 'B', 'empty'] as const;
export type Preset = (typeof PRESETS)[number];
