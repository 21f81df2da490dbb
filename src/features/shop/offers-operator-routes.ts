/** Offers: every version of each piece there was, is and will be, publishing a new one, and withdrawing one. */
import { actorOf } from '../../core/management-token.ts';
import type { WaysToPay } from '../../core/offer.ts';
import { DEFAULT_PLANS } from '../../core/plan.ts';
import { startOf, versionAt, withStates } from '../../core/version.ts';
import type { ActionRequest } from '../../platform/action-log/action.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  type ConfiguredOffers,
  decidedVersions,
  itemOf,
  kindOfItem,
  type OfferItem,
  type OfferVersion,
  soldAt,
  versionName,
  versionNamed,
} from './offer-terms.ts';
import { offers, type SoldView } from './operator-contract.ts';

type Sold = {
  readonly announcements: () => Promise<{ readonly offers: readonly OfferVersion[] }>;
  readonly ways: WaysToPay;
  /** The configuration's offers. */
  readonly configuredOffers: () => ConfiguredOffers;
  /** Lets this server know at once. */
  readonly refresh: () => Promise<void>;
};

export function offerRoutes(
  { actionLog, clock }: Platform,
  { announcements, ways, configuredOffers, refresh }: Sold,
): readonly Route[] {
  async function view() {
    const { offers: versions } = await announcements();
    return soldToView(versions, { methods: ways.methods, configured: configuredOffers(), nowMs: clock.nowMs() });
  }

  async function act(request: ActionRequest) {
    await actionLog.act(request);
    await refresh();
    return view();
  }

  return implement(offers, {
    list: view,

    publish: ({ operator, body: { id, reason, fromMs, ...offer } }) => {
      const atMs = clock.nowMs();
      const action = { kind: 'offer', ...offer, fromMs: startOf(fromMs, atMs) } as const;
      return act({ id, reason, actor: actorOf(operator), atMs, action });
    },

    withdraw: ({ operator, params, body }) => {
      const action = { kind: 'withdraw-offer', ...versionNamed(params.id) } as const;
      return act({ ...body, actor: actorOf(operator), atMs: clock.nowMs(), action });
    },
  });
}

const ALWAYS_THERE: readonly OfferItem[] = [
  'amounts',
  'any-amount',
  ...Object.keys(DEFAULT_PLANS).map((plan) => itemOf('plan', plan)),
];

type SoldParts = {
  readonly methods: SoldView['methods'];
  readonly configured: ConfiguredOffers;
  readonly nowMs: number;
};

function soldToView(versions: readonly OfferVersion[], { methods, configured, nowMs }: SoldParts): SoldView {
  const now = soldAt(versions, configured, nowMs);
  const items = new Set([...ALWAYS_THERE, ...configured.sold.keys(), ...versions.map(({ item }) => item)]);
  const itemToView = (item: OfferItem): SoldView['items'][number] => {
    const own = versions.filter((one) => one.item === item);
    const isFromFile = configured.declared.has(item);
    const counting = isFromFile ? [] : decidedVersions(own);
    const withdrawn = own.filter(({ withdrawnAtMs }) => withdrawnAtMs !== null);
    const valid = own.filter(({ withdrawnAtMs }) => withdrawnAtMs === null);
    const states = [
      ...withStates(valid, nowMs, (atMs) => versionAt(counting, atMs)),
      ...withdrawn.map((version) => [version, 'withdrawn'] as const),
    ].toSorted(([a], [b]) => b.fromMs - a.fromMs || b.version - a.version);
    return {
      item,
      kind: kindOfItem(item)!,
      isFromFile,
      terms: now.get(item) ?? null,
      version: own.at(-1)?.version ?? 0,
      versions: states.map(([{ version, terms, fromMs, actor }, state]) => ({
        id: versionName({ item, version }),
        terms,
        fromMs,
        actor,
        state,
      })),
    };
  };
  return { methods, items: [...items].map(itemToView) };
}
