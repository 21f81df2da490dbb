import type { DraftModel } from './model.ts';
import { priceFromCzkPerMillion } from './money.ts';
import type { Preset } from './preset.ts';

type PresetModels = { readonly defaultModel: string; readonly models: readonly DraftModel[] };

const EMPTY: PresetModels = { defaultModel: '', models: [] };

export const modelsOfPreset = (preset: Preset): PresetModels => (preset === 'empty' ? EMPTY : PUBLISHED[preset]);

/** The two published variants. The operator chooses one and changes, adds and removes models. */
export const PUBLISHED: Readonly<Record<'A' | 'B', PresetModels>> = {
  A: {
    defaultModel: 'svc-glacier',
    models: [
      {
        id: 'svc-frost',
        kind: 'chat',
        role: 'Fast model for quick answers and simple tasks',
        maxOutputTokens: 8192,
        isReasoning: false,
        takesTools: true,
        price: priceFromCzkPerMillion({ input: '5', cachedInput: '1.25', output: '20' }),
      },
      {
        id: 'svc-glacier',
        kind: 'chat',
        role: 'Balanced model for code, text and analysis',
        maxOutputTokens: 8192,
        isReasoning: false,
        takesTools: true,
        price: priceFromCzkPerMillion({ input: '25', cachedInput: '6.25', output: '100' }),
      },
      {
        id: 'svc-polaris',
        kind: 'chat',
        role: 'Deep-reasoning model for the hardest tasks',
        maxOutputTokens: 32_000,
        isReasoning: true,
        takesTools: false,
        price: priceFromCzkPerMillion({ input: '60', cachedInput: '15', output: '240' }),
      },
    ],
  },
  B: {
    defaultModel: 'svc-1',
    models: [
      {
        id: 'svc-1',
        kind: 'chat',
        role: 'Fast general-purpose model for chat, code, text and analysis',
        maxOutputTokens: 8192,
        isReasoning: false,
        takesTools: false,
        temperatureDefault: 0.7,
        price: priceFromCzkPerMillion({ input: '10', cachedInput: '2.5', output: '40' }),
      },
      {
        id: 'svc-1-think',
        kind: 'chat',
        role: 'Deep reasoning for demanding tasks',
        maxOutputTokens: 32_000,
        isReasoning: true,
        takesTools: false,
        price: priceFromCzkPerMillion({ input: '40', cachedInput: '10', output: '160' }),
      },
    ],
  },
};
