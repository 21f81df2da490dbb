/** What operators change of engines, and of which engines answer for a model. */
import { type ActionRules, DONE_ELSEWHERE } from '../../platform/action-log/action-rules.ts';
import type { ServiceAction } from '../../platform/action-log/operator.ts';
import { engineChangeState, withdrawEngineChange, writeEngineChange } from './engine-change-store.ts';

type EngineKind = 'engine-settings' | 'model-engines' | 'withdraw-engine-change' | 'engine';

export const ENGINE_ACTIONS: ActionRules<ServiceAction & { readonly kind: EngineKind }> = {
  'engine-settings': {
    object: ({ name }) => name,
    details: ({ name, value, key, fromMs, revision }) => ({ name, value, key, fromMs, revision }),
    state: (sql, { name }) => engineChangeState(sql, { kind: 'engine', name }),
    perform: ({ sql }, action, by) => writeEngineChange(sql, { ...action, kind: 'engine' }, by),
  },
  'model-engines': {
    object: ({ name }) => name,
    state: (sql, { name }) => engineChangeState(sql, { kind: 'model', name }),
    perform: ({ sql }, action, by) => writeEngineChange(sql, { ...action, kind: 'model', sealedKey: null }, by),
  },
  'withdraw-engine-change': {
    object: ({ version }) => String(version),
    perform: ({ sql }, action, { atMs }) => withdrawEngineChange(sql, action, atMs),
  },
  engine: DONE_ELSEWHERE,
};
