import type { BuyingWords } from '../../core/buying.ts';
import type { EngineChange } from '../../core/engine-changes.ts';
import type { SignUpMode } from '../../core/people.ts';
import type { PlanVersion, PriceVersion } from '../../core/price-versions.ts';
import type { CustomerList } from '../../features/customers/customers.ts';
import type { OfferVersion } from '../../features/shop/offer-terms.ts';
import type { ActionLog, ActionRequest, DoneAction } from '../../platform/action-log/action.ts';

/** Announcements that every server has to know within a second. */
export type Announcements = BuyingWords & {
  readonly prices: readonly PriceVersion[];
  readonly offers: readonly OfferVersion[];
  readonly planVersions: readonly PlanVersion[];
  readonly signUp: SignUpMode | null;
  /** Grows with each order to read the configuration again. */
  readonly lastReload: number;
  /** Oldest first. */
  readonly engineChanges: readonly EngineChange[];
  /** Grows with each change of engines. */
  readonly engineRevision: number;
};

export interface OperatorStore extends ActionLog, CustomerList {
  announcements(): Promise<Announcements>;
  /** All of them or none, and none where something else was announced since `seen`. */
  actTogether(requests: readonly ActionRequest[], seen: Announcements): Promise<readonly DoneAction[]>;
}
