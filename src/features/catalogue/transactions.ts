/** Changes of models by operators: what a model is, its price and the default, in one transaction; and the first models. */

import type { Piece } from '../../core/declared.ts';
import type { ModelSettings } from '../../core/engine-changes.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Price } from '../../core/money.ts';
import type { Preset } from '../../core/preset.ts';
import { LEAD_MS } from '../../core/version.ts';
import { readPriceVersions, writePriceVersion } from '../../ledger/price-store.ts';
import type { State } from '../../platform/action-log/action.ts';
import type { Acting, ActionRules } from '../../platform/action-log/action-rules.ts';
import type { Sql } from '../../platform/database/database.ts';
import { readSettings, writeSetting } from '../../platform/database/service-settings.ts';
import { engineChangeState, requireRevision, writeEngineChange } from '../serving/index.ts';

type ModelOrder = {
  readonly kind: 'model';
  readonly name: string;
  /** Undefined: as it is. Null: the database says nothing of it any more. */
  readonly value?: ModelSettings | null;
  readonly price?: Price;
  /** It is to be the default. */
  readonly isDefault?: true;
  /** It is not served yet: its price holds with it, at once. */
  readonly isNew: boolean;
  readonly fromMs: number;
  /** The revision that the operator looked at: a change that came between is not lost. */
  readonly revision: number;
};

export type ModelChange = ModelOrder | { readonly kind: 'preset'; readonly preset: Preset };

export const MODEL_ACTIONS: ActionRules<ModelChange> = {
  model: {
    object: ({ name }) => name,
    // A model that was added is not new to the same order, sent again.
    details: ({ kind: _, isNew: __, ...details }) => details,
    state: modelState,
    perform: ({ sql }, action, acting) => changeModel(sql, action, acting),
  },
  preset: {
    object: () => 'service',
    state: async (sql) => ({ preset: (await readSettings(sql)).preset }),
    perform: ({ sql }, { preset }) => choosePreset(sql, preset),
  },
};

/** The pieces that a change of a model is about. */
export const modelPieces = ({ name, value, price, isDefault }: ModelOrder): readonly Piece[] => [
  ...(value === undefined ? [] : [{ part: 'models', name } as const]),
  ...(price === undefined ? [] : [{ part: 'prices', name } as const]),
  ...(isDefault === undefined ? [] : [{ part: 'settings', name: 'defaultModel' } as const]),
];

async function changeModel(sql: Sql, action: ModelOrder, { actor, atMs }: Acting): Promise<void> {
  const { name, value, price, isDefault, isNew, fromMs, revision } = action;
  await requireRevision(sql, revision);
  if (value !== undefined) {
    await writeEngineChange(sql, { kind: 'model', name, value, sealedKey: null, fromMs, revision }, { actor, atMs });
  }
  if (price !== undefined) {
    // Servers change the price of a model that they serve together.
    const priceFromMs = isNew ? fromMs : Math.max(fromMs, atMs + LEAD_MS);
    await writePriceVersion(sql, { model: name, price, fromMs: priceFromMs, actor });
  }
  if (isDefault) await writeSetting(sql, 'defaultModel', name);
  else if (isGone(value) && (await readSettings(sql)).defaultModel === name) {
    await writeSetting(sql, 'defaultModel', null);
  }
}

/** True where a model is not served any more. */
export const isGone = (value: ModelOrder['value']): boolean => value === null || value?.removed === true;

/** The question is asked once: what comes later are changes of models. */
async function choosePreset(sql: Sql, preset: Preset): Promise<void> {
  const { preset: chosen } = await readSettings(sql);
  if (chosen === null) return writeSetting(sql, 'preset', preset);
  throw new ServiceError(
    'changed_meanwhile',
    `The first models were chosen before (${chosen}): add, change and remove models instead.`,
    { param: 'preset' },
  );
}

async function modelState(sql: Sql, { name }: ModelOrder): Promise<State> {
  const price = (await readPriceVersions(sql)).findLast(({ model }) => model === name);
  const { defaultModel } = await readSettings(sql);
  return {
    ...(await engineChangeState(sql, { kind: 'model', name })),
    ...(price && { price: price.id }),
    ...(defaultModel !== null && { defaultModel }),
  };
}
