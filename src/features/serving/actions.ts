/** Changes by operators to engines, and to which engines answer for a model. */

import type { ModelSettings, WholeEngineSettings } from '../../core/engine-changes.ts';
import { type ActionRules, DONE_ELSEWHERE, type WrittenDown } from '../../platform/action-log/action-rules.ts';
import { engineChangeState, withdrawEngineChange, writeEngineChange } from './engine-change-store.ts';

type EngineChanged = {
  /** The engine's name, or the model's id. */
  readonly name: string;
  readonly fromMs: number;
  /** The revision that the operator looked at: a change that came between is not lost. */
  readonly revision: number;
};

export type ServingChange =
  /** From when an engine has these settings; null takes it away. */
  | (EngineChanged & {
      readonly kind: 'engine-settings';
      readonly value: WholeEngineSettings | null;
      readonly sealedKey: string | null;
      readonly key: 'given' | 'kept' | 'none';
    })
  /** From when a model is this, and these engines answer for it. */
  | (EngineChanged & { readonly kind: 'model-engines'; readonly value: ModelSettings | null })
  /** A change of an engine or a model that was still to come. */
  | { readonly kind: 'withdraw-engine-change'; readonly version: number; readonly revision: number }
  | WrittenDown<'engine'>;

export const ENGINE_ACTIONS: ActionRules<ServingChange> = {
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
