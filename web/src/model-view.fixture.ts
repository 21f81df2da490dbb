import type { ModelView } from '../../src/features/catalogue/contract.ts';

/** A model as the pages get it, with what a test wants of it. */
export const modelView = (about: Partial<ModelView> = {}): ModelView => ({
  id: 'svc-frost',
  kind: 'chat',
  aliases: [],
  role: '',
  roleCs: null,
  modalities: ['text'],
  note: null,
  isDemonstration: false,
  maxOutputTokens: 8192,
  contextTokens: null,
  takesTools: true,
  isReasoning: false,
  price: { input: '5', cachedInput: '1', output: '20', reasoning: '20' },
  listPrice: null,
  tiers: {},
  ...about,
});

/** The names of a service that has none of its own. */
export const BOREAL = { name: 'Boreal', slug: 'boreal', keyVariable: 'BOREAL_API_KEY' };
