/** The rules of models as operators change them: what is written down of one, and what is refused. */

import type { EngineChange, ModelSettings } from '../../core/engine-changes.ts';
import { ServiceError } from '../../core/errors.ts';
import {
  aliasesOf,
  type Catalogue,
  type DraftModel,
  type EngineShare,
  modalitiesOf,
  sharesOf,
} from '../../core/model.ts';
import type { ConfigProblem } from '../../platform/configuration/problem.ts';
import type { ModelDescription, OperatedModelView } from './contract.ts';

type Kind = DraftModel['kind'];

/** The model in the words of the file. What is left out is as it was. */
function describedBy(settings: ModelDescription): Readonly<Record<string, unknown>> {
  const { engines: _, fallback: __, aliases: ___, isDefault: ____, ...said } = settings;
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

/** A model that is added says all of itself, also where it takes the place of one of the preset. */
export const wholeOf = (kind: Kind, settings: ModelDescription): ModelDescription =>
  kind === 'chat' ? { tools: false, reasoning: false, ...settings } : settings;

/** The value of the database, made of what it was and of what is wanted. */
export function modelSettings(
  settings: ModelDescription,
  held: ModelSettings | null,
  { kind, fileAliases }: { readonly kind?: Kind; readonly fileAliases: ReadonlySet<string> },
): ModelSettings {
  const { engines, fallback, aliases = held?.aliases } = settings;
  const all = { ...held?.described, ...(kind && { kind }), ...describedBy(settings) };
  // What is null is taken back: without a context, for one, the engine is asked how much it takes.
  const described = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
  const own = aliases?.filter((alias) => !fileAliases.has(alias)) ?? [];
  return {
    engines: engines === undefined ? (held?.engines ?? null) : (engines?.map(shareFrom) ?? null),
    fallback: fallback === undefined ? (held?.fallback ?? null) : fallback,
    ...(held?.choose && { choose: held.choose }),
    ...((kind || Object.keys(described).length > 0) && { described }),
    ...(own.length > 0 && { aliases: own }),
  };
}

type WantedShare = NonNullable<NonNullable<ModelDescription['engines']>>[number];

const shareFrom = ({ engine, weight, model }: WantedShare): EngineShare => ({
  engine,
  weight,
  ...(model !== null && { engineModel: model }),
});

/** True where more is wanted than another price. */
export const isDescribing = ({ isDefault: _, ...settings }: ModelDescription): boolean =>
  Object.values(settings).some((value) => value !== undefined);

/** Each name leads to one model. */
export function refuseTakenAliases(
  model: string,
  aliases: readonly string[] = [],
  { aliases: taken }: Pick<Catalogue, 'aliases'>,
): void {
  for (const alias of aliases) {
    const other = taken.get(alias) ?? model;
    if (other === model) continue;
    throw new ServiceError('invalid_request', `aliases has "${alias}", which leads to ${other}.`, { param: 'aliases' });
  }
}

/** Requests without a model would go to a model that no one has chosen. */
export function refuseDefaultGone(model: string, catalogue: Catalogue<DraftModel>, param: string): void {
  if (catalogue.defaultModel !== model) return;
  const others = [...catalogue.models.values()].filter(({ id, kind, isHidden }) => {
    return id !== model && kind === 'chat' && !isHidden;
  });
  if (others.length === 0) return;
  throw new ServiceError('invalid_request', `${model} is the default model: make another one the default first.`, {
    param,
  });
}

/** The field of the form that a problem is about. */
export function fieldOf({ path: [part, , field] }: ConfigProblem): { readonly param?: string } {
  if (part === 'aliases') return { param: 'aliases' };
  if (part === 'defaultModel') return { param: 'isDefault' };
  if (part !== 'models' || field === undefined) return {};
  return { param: field === 'engine' || field === 'model' ? 'engines' : field };
}

type Around = {
  readonly catalogue: Catalogue<DraftModel>;
  readonly changes: readonly EngineChange[];
  readonly isFromFile: boolean;
  readonly isPriceFromFile: boolean;
  readonly price: OperatedModelView['price'];
};

export function modelToView(model: DraftModel, around: Around): OperatedModelView {
  const { catalogue, changes, ...rest } = around;
  const engines = sharesOf(model).map(({ engine, weight, engineModel }) => ({
    engine,
    weight,
    model: engineModel ?? (model.engineModel === model.id ? null : (model.engineModel ?? null)),
  }));
  return {
    ...rest,
    id: model.id,
    kind: model.kind,
    role: { en: model.role, cs: model.roleCs ?? null },
    maxOutputTokens: model.maxOutputTokens,
    contextTokens: model.contextTokens ?? null,
    modalities: [...modalitiesOf(model)],
    imageTokens: model.imageTokens ?? null,
    fileTokens: model.fileTokens ?? null,
    urls: model.takesUrls ?? false,
    quantization: model.quantization ?? null,
    tools: model.takesTools,
    reasoning: model.isReasoning,
    hidden: model.isHidden ?? false,
    aliases: aliasesOf(model.id, catalogue),
    engines,
    fallback: model.fallback ?? null,
    choose: model.choose ?? 'share',
    isRouted: changes.some(({ kind, name, value }) => kind === 'model' && name === model.id && value?.engines != null),
    isDefault: catalogue.defaultModel === model.id,
    tiers: model.tiers ?? {},
    isDemonstration: model.isDemonstration ?? false,
    state: stateOf(model, around),
  };
}

function stateOf(model: DraftModel, { price }: Pick<Around, 'price'>): OperatedModelView['state'] {
  if (price === null) return 'no-price';
  if (sharesOf(model).length === 0) return 'no-engine';
  return model.isHidden ? 'hidden' : 'served';
}
