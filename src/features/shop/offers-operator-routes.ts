/** What is sold: every version of each piece there was, is and will be, publishing a new one, and withdrawing one. */
import { actorOf } from '../../core/management-token.ts';
import type { WaysToPay } from '../../core/offer.ts';
import { PLANS } from '../../core/plan.ts';
import { startOf, withStates } from '../../core/version.ts';
import type { ActionOrder } from '../../platform/action-log/action.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  itemOf,
  kindOfItem,
  type OfferItem,
  type OfferVersion,
  termsAt,
  versionName,
  versionNamed,
} from './offer-terms.ts';
import { offers, type SoldView } from './operator-contract.ts';

type Sold = {
  readonly announcements: () => Promise<{ readonly offers: readonly OfferVersion[] }>;
  readonly ways: WaysToPay;
  /** Lets this server know at once. */
  readonly refresh: () => Promise<void>;
};

export function offerRoutes({ actionLog, clock }: Platform, { announcements, ways, refresh }: Sold): readonly Route[] {
  async function view() {
    const { offers: versions } = await announcements();
    return soldToView(versions, { methods: ways.methods, nowMs: clock.nowMs() });
  }

  async function act(order: ActionOrder) {
    await actionLog.act(order);
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

const ALWAYS_THERE: readonly OfferItem[] = ['amounts', 'any-amount', ...PLANS.map((plan) => itemOf('plan', plan))];

function soldToView(
  versions: readonly OfferVersion[],
  { methods, nowMs }: { readonly methods: SoldView['methods']; readonly nowMs: number },
): SoldView {
  const now = termsAt(versions, nowMs);
  const items = new Set([...ALWAYS_THERE, ...versions.map(({ item }) => item)]);
  const itemToView = (item: OfferItem): SoldView['items'][number] => {
    const own = versions.filter((one) => one.item === item);
    const withdrawn = own.filter(isWithdrawn);
    const valid = own.filter((one) => !isWithdrawn(one));
    const states = [
      ...withStates(valid, nowMs),
      ...withdrawn.map((version) => [version, 'withdrawn'] as const),
    ].toSorted(([a], [b]) => b.fromMs - a.fromMs || b.version - a.version);
    return {
      item,
      kind: kindOfItem(item)!,
      terms: now.get(item) ?? null,
      version: own.at(-1)?.version ?? 0,
      versions: states.map(([{ version, terms, fromMs, actor }, state]) => ({
        ...{ id: versionName({ item, version }), terms, fromMs, actor, state },
      })),
    };
  };
  return { methods, items: [...items].map(itemToView) };
}

const isWithdrawn = ({ withdrawnAtMs }: OfferVersion): boolean => withdrawnAtMs !== null;
