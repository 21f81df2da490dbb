/** Keeps what the configuration declares from being changed in the database, whichever way the change comes. */

import { CONFIGURATION, type Declared, isDeclared, type Piece } from '../../core/declared.ts';
import { ServiceError } from '../../core/errors.ts';
import type { PlanId } from '../../core/plan.ts';
import type { PlanPatch } from '../../core/price-versions.ts';
import { versionAt } from '../../core/version.ts';
import { modelPieces } from '../../features/catalogue/transactions.ts';
import { decidedVersions, itemOf, kindOfItem, type OfferItem } from '../../features/shop/offer-terms.ts';
import type { ActionLog } from '../../platform/action-log/action.ts';
import type { AccountAction, ServiceAction } from '../stores/actions.ts';
import type { Announcements } from '../stores/announcements.ts';

/** The log of actions, without those that would change what the configuration declares. */
export const withoutDeclared = <Store extends Pick<ActionLog, 'act'>>(
  store: Store,
  declared: () => Declared,
): Store => ({
  ...store,
  act: async (order: Parameters<Store['act']>[0]) => {
    for (const piece of piecesOf(order.action as AccountAction | ServiceAction)) refuseDeclared(piece, declared());
    return store.act(order);
  },
});

export function refuseDeclared(piece: Piece, declared: Declared): void {
  if (isDeclared(declared, piece)) throw new ServiceError('set_by_file', declaredSentence(piece));
}

/** Settings of the file that a reload takes over; the others count when a server starts. */
export const RELOADED_SETTINGS: ReadonlySet<string> = new Set(['signUp', 'catalogue', 'defaultModel']);

export const declaredSentence = (piece: Piece): string => {
  const isAtStart = piece.part === 'plans' || (piece.part === 'settings' && !RELOADED_SETTINGS.has(piece.name));
  const taken = isAtStart ? 'restart' : 'reload';
  return `${pathOf(piece)} is set by the configuration file: change it there and ${taken}, or remove it from the file.`;
};

/** The pieces that an action changes. What is withdrawn has not begun, and may always go. */
function piecesOf(action: AccountAction | ServiceAction): readonly Piece[] {
  switch (action.kind) {
    case 'price':
      return [{ part: 'prices', name: action.model }];
    case 'price-group':
      return [{ part: 'priceGroups', name: action.group }];
    case 'join-price-group':
      return action.terms && action.group !== null ? [{ part: 'priceGroups', name: action.group }] : [];
    case 'plan-terms':
      return planPieces(action.plan, action.terms);
    case 'offer':
      return [{ part: 'offers', name: action.item }];
    case 'engine-settings':
      return [{ part: 'engines', name: action.name }];
    case 'model-engines':
      return [{ part: 'models', name: action.name }];
    case 'model':
      return modelPieces(action);
    case 'preset':
      return [{ part: 'settings', name: 'catalogue' }];
    case 'sign-up':
      return [{ part: 'settings', name: 'signUp' }];
    case 'settings':
      return Object.keys(action.values).map((name) => ({ part: 'settings', name }));
    default:
      return [];
  }
}

/** The price of a plan is a piece of what is sold; the rest is the plan. */
function planPieces(plan: PlanId, { czk, isOnSale, ...terms }: PlanPatch): readonly Piece[] {
  const isPriced = czk !== undefined || isOnSale !== undefined;
  return [
    ...(isPriced ? [{ part: 'offers', name: itemOf('plan', plan) } as const] : []),
    ...(Object.keys(terms).length > 0 ? [{ part: 'plans', name: plan } as const] : []),
  ];
}

/** The place of a piece in the file. */
export function pathOf({ part, name }: Piece): string {
  switch (part) {
    case 'prices':
      return `models.${name}.price`;
    case 'plans':
      return `plans.${name}`;
    case 'offers':
      return offerPath(name);
    case 'settings':
      return name;
    default:
      return `${part}.${name}`;
  }
}

const OFFER_PARTS = { amounts: 'amounts', 'any-amount': 'anyAmount', package: 'packages', plan: 'plans' } as const;

function offerPath(item: OfferItem): string {
  const kind = kindOfItem(item)!;
  const name = kind === 'plan' || kind === 'package' ? `.${item.slice(itemOf(kind, '').length)}` : '';
  return `payments.${OFFER_PARTS[kind]}${name}`;
}

type Said = Pick<
  Announcements,
  'prices' | 'offers' | 'planVersions' | 'groupVersions' | 'engineChanges' | 'signUp' | 'defaultModel' | 'settings'
>;

/** The pieces of which the database says something, now or later, that does not count: the configuration declares them. */
export function ignoredPieces(declared: Declared, said: Said, nowMs: number): readonly Piece[] {
  const prices = said.prices.filter(({ actor }) => actor !== CONFIGURATION).map(({ model }) => model);
  const changes = Map.groupBy(said.engineChanges, ({ kind, name }) => `${kind} ${name}`);
  const counting = [...changes.values()].flatMap((versions) => {
    const held = versionAt(versions, nowMs);
    return versions.filter((one) => one.value !== null && (one === held || one.fromMs > nowMs));
  });
  const all: readonly (readonly [Piece['part'], readonly string[]])[] = [
    ['engines', counting.flatMap(({ kind, name }) => (kind === 'engine' ? [name] : []))],
    ['models', counting.flatMap(({ kind, name }) => (kind === 'model' ? [name] : []))],
    ['prices', prices],
    ['priceGroups', said.groupVersions.filter(({ actor }) => actor !== CONFIGURATION).map(({ group }) => group)],
    [
      'plans',
      said.planVersions
        .filter(({ terms: { czk: _, isOnSale: __, ...own } }) => Object.keys(own).length > 0)
        .map(({ plan }) => plan),
    ],
    ['offers', decidedVersions(said.offers).map(({ item }) => item)],
    // The first models are chosen once and for all: that the file has others is no news at each start.
    ['settings', (['signUp', 'defaultModel'] as const).filter((name) => said[name] !== null)],
    ['settings', said.settings.filter(({ isSet }) => isSet).map(({ name }) => name)],
  ];
  return all.flatMap(([part, names]) =>
    [...new Set(names)].map((name) => ({ part, name })).filter((piece) => isDeclared(declared, piece)),
  );
}

export const ignoredSentence = (piece: Piece): string =>
  `${pathOf(piece)} is set by the configuration file; what was set of it in the database does not count until it leaves the file`;
