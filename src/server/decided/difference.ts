/** The difference that a file for `apply` would make: for people to read, and as actions to write. */

import { isDeclared } from '../../core/declared.ts';
import { isDearer, type Price, priceFromCzkPerMillion } from '../../core/money.ts';
import { termsToView } from '../../features/price-groups/index.ts';
import { kindOfItem, type OfferItem, type Terms } from '../../features/shop/offer-terms.ts';
import { patchToJson } from '../../ledger/plan-versions.ts';
import { type ConfigProblem, newProblems, problemAt, sentencesOf } from '../../platform/configuration/problem.ts';
import { dearFallback } from '../configuration/catalogue.ts';
import { writtenPrice } from '../configuration/changed-config.ts';
import type { Config } from '../configuration/config.ts';
import type { ServiceAction } from '../stores/actions.ts';
import type { Decided } from './decided.ts';
import { enginesDifference, outcomeOf } from './engines-difference.ts';
import { writtenSold } from './export.ts';
import { type Around, type Difference, lineOf, type Step, type Steps } from './line.ts';
import { declaredSentence, pathOf } from './ownership.ts';
import { settingsDifference } from './settings-difference.ts';
import type { SoldPart, Wishes } from './wishes.ts';

/** A file may say what the configuration declares as it is, and not change it. */
export async function differenceOf(wishes: Wishes, around: Around): Promise<Difference> {
  const engines = await enginesDifference(wishes, around);
  const prices = priceDifference(wishes, around);
  const preset = presetDifference(wishes, around);
  const settings = await settingsDifference(wishes.settings, around);
  const steps = [
    ...signUpDifference(wishes, around),
    ...settings.steps,
    ...preset.steps,
    ...soldDifference(wishes, around),
    ...planDifference(wishes, around),
    ...prices.steps,
    ...groupDifference(wishes, around),
    ...engines.steps,
    ...defaultDifference(wishes, around),
  ];
  const isOwned = ({ piece }: Step) => isDeclared(around.file.declared, piece);
  const free = steps.filter((step) => !isOwned(step));
  const owned = [...new Set(steps.filter(isOwned).map(({ piece }) => declaredSentence(piece)))];
  const actions = numbered(free, around.said.engineRevision);
  const outcome = await outcomeOf(actions, around);
  const wanted = new Map([...around.decided.prices, ...prices.wanted]);
  const known = dearFallbacks(around.decided.served.config, around.decided.prices);
  const problems = [
    ...undatedIn(steps, around),
    ...preset.problems,
    ...settings.problems,
    ...engines.problems,
    ...outcome.problems,
    ...newProblems(dearFallbacks(outcome.after, wanted), known),
  ];
  return {
    lines: free.flatMap(({ lines }) => lines),
    actions,
    problems: [...new Set([...owned, ...sentencesOf(problems)])],
  };
}

/** Single settings have no versions. */
const undatedIn = (steps: readonly Step[], { isPlanned }: Around): ConfigProblem[] =>
  steps
    .filter(({ piece }) => isPlanned && piece.part === 'settings')
    .map(({ piece }) => problemAt([piece.name], 'cannot be changed from a date: apply it without --from.'));

/** Each change of engines is made from what the one before it has left. */
function numbered(steps: readonly Step[], engineRevision: number): Difference['actions'] {
  let revision = engineRevision;
  return steps.flatMap<ServiceAction>(({ action }) => {
    if (action?.kind === 'model') return [{ ...action, revision }];
    if (action?.kind !== 'engine-settings' && action?.kind !== 'model-engines') return action ? [action] : [];
    return [{ ...action, revision: revision++ }];
  });
}

/** No request may cost more than the model it asked for. */
function dearFallbacks({ models }: Config, prices: Decided['prices']): ConfigProblem[] {
  return [...models.models.values()].flatMap(({ id, fallback = '' }) => {
    const own = prices.get(id);
    const other = prices.get(fallback);
    return own && other && isDearer(other, own) ? [dearFallback(id, fallback)] : [];
  });
}

function signUpDifference({ signUp }: Wishes, { decided }: Around): Step[] {
  if (signUp === undefined || signUp === decided.signUp) return [];
  return [
    {
      piece: { part: 'settings', name: 'signUp' },
      lines: [lineOf('signUp', decided.signUp, signUp)],
      action: { kind: 'sign-up', mode: signUp },
    },
  ];
}

/** The models to begin with are chosen once. */
function presetDifference({ preset }: Wishes, { file, said }: Around): Steps {
  const piece = { part: 'settings', name: 'catalogue' } as const;
  const isOwned = isDeclared(file.declared, piece);
  const held = isOwned ? file.catalogue : (said.preset ?? file.catalogue);
  if (preset === undefined || preset === held) return { steps: [], problems: [] };
  if (!isOwned && said.preset !== null) {
    const about = `was chosen before (${held}): add, change and remove models instead.`;
    return { steps: [], problems: [problemAt(['catalogue'], about)] };
  }
  const lines = [lineOf('catalogue', held, preset)];
  return { steps: [{ piece, lines, action: { kind: 'preset', preset } }], problems: [] };
}

function defaultDifference({ defaultModel: wanted = '' }: Wishes, { decided, enginesFromMs: fromMs }: Around): Step[] {
  const { defaultModel } = decided.served.config.models;
  if (wanted === '' || wanted === defaultModel) return [];
  return [
    {
      piece: { part: 'settings', name: 'defaultModel' },
      lines: [lineOf('defaultModel', defaultModel || undefined, wanted)],
      action: { kind: 'model', name: wanted, isDefault: true, isNew: false, fromMs, revision: 0 },
    },
  ];
}

function soldDifference({ sold, soldParts }: Wishes, { said, decided, fromMs }: Around): Step[] {
  const items = new Set([...decided.sold.keys(), ...sold.keys()]);
  const changed = [...items].flatMap((item) => {
    const before = decided.sold.get(item);
    const after = sold.get(item);
    return soldParts.has(PART_OF[kindOfItem(item)!]) && !Bun.deepEquals(before, after) ? [{ item, before, after }] : [];
  });
  // What ends makes room for what is added.
  const inOrder = [...changed.filter(({ after }) => !after), ...changed.filter(({ after }) => after)];
  const lastOf = (item: OfferItem) => said.offers.findLast((one) => one.item === item)?.version ?? 0;
  return inOrder.map(({ item, before, after }) => {
    const piece = { part: 'offers', name: item } as const;
    return {
      piece,
      lines: [lineOf(pathOf(piece), writtenTerms(item, before), writtenTerms(item, after))],
      action: { kind: 'offer', item, terms: after ?? null, after: lastOf(item), fromMs },
    };
  });
}

const PART_OF: Readonly<Record<Terms['kind'], SoldPart>> = {
  amounts: 'amounts',
  'any-amount': 'anyAmount',
  package: 'packages',
  plan: 'plans',
};

function writtenTerms(item: OfferItem, terms: Terms | undefined): unknown {
  if (!terms) return undefined;
  const { amounts, anyAmount, packages, plans } = writtenSold(new Map([[item, terms]]));
  switch (terms.kind) {
    case 'amounts':
      return amounts;
    case 'any-amount':
      return anyAmount;
    case 'package': {
      const { id: _, ...rest } = packages[0]!;
      return rest;
    }
    case 'plan':
      return Object.values(plans)[0];
  }
}

/** What a file does not say of a plan stays as it is. */
function planDifference({ plans }: Wishes, { decided, fromMs }: Around): Step[] {
  return [...plans].flatMap(([plan, wish]) => {
    const now = patchToJson(decided.plans[plan] ?? {}) as Readonly<Record<string, unknown>>;
    const wanted = Object.entries(patchToJson(wish)).filter(([field, value]) => !Bun.deepEquals(value, now[field]));
    if (wanted.length === 0) return [];
    const changes = new Set(wanted.map(([field]) => field));
    const terms = Object.fromEntries(Object.entries(wish).filter(([field]) => changes.has(field)));
    const lines = wanted.map(([field, value]) => lineOf(`plans.${plan}.${field}`, now[field], value));
    return [{ piece: { part: 'plans', name: plan }, lines, action: { kind: 'plan-terms', plan, terms, fromMs } }];
  });
}

/** A file says all of a group; one that is not named stays as it is. */
function groupDifference({ priceGroups }: Wishes, { decided, fromMs }: Around): Step[] {
  return [...priceGroups].flatMap(([group, terms]) => {
    const held = decided.priceGroups.get(group);
    const before = held && termsToView(held);
    const after = termsToView(terms);
    if (Bun.deepEquals(before, after)) return [];
    const piece = { part: 'priceGroups', name: group } as const;
    const lines = [lineOf(pathOf(piece), before, after)];
    return [{ piece, lines, action: { kind: 'price-group', group, terms, fromMs } }];
  });
}

type Prices = { readonly steps: readonly Step[]; readonly wanted: Decided['prices'] };

function priceDifference(wishes: Wishes, { decided, fromMs }: Around): Prices {
  const { models } = decided.served.config.models;
  const wanted = new Map(
    [...wishes.models].flatMap(([id, wish]) => {
      if (!wish?.price) return [];
      const { price } = wish;
      return [[id, priceFromCzkPerMillion({ ...price, output: price.output ?? '0' })] as const];
    }),
  );
  const changed = [...wanted].filter(([id, price]) => !Bun.deepEquals(price, decided.prices.get(id)));
  return {
    wanted,
    steps: changed.map(([model, price]) => {
      const kind = models.get(model)?.kind ?? wishes.models.get(model)?.kind ?? 'chat';
      const before = decided.prices.get(model);
      const written = (one: Price | undefined) => one && writtenPrice(one, kind);
      return {
        piece: { part: 'prices', name: model },
        lines: [lineOf(`models.${model}.price`, written(before), written(price))],
        action: { kind: 'price', model, price, fromMs },
      };
    }),
  };
}
