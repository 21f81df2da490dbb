/** The names of the presets: the same in every language. */
const PRESETS: Readonly<Record<string, string>> = { pro: 'Pro', ultra: 'Ultra' };

export const planName = (id: string): string => PRESETS[id] ?? id;
