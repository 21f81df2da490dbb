/** Announcements that every server has to know within a second. */
import type { BuyingWords } from '../../core/buying.ts';
import type { EngineChange } from '../../core/engine-changes.ts';
import type { GroupVersion } from '../../core/price-groups.ts';
import type { PlanVersion, PriceVersion } from '../../core/price-versions.ts';
import type { SettingMark, SettingValues } from '../../core/service-settings.ts';
import { readSettingMarks, readSettingValues } from '../../features/service-settings/transactions.ts';
import { readEngineChanges, readEngineRevision } from '../../features/serving/engine-change-store.ts';
import type { OfferVersion } from '../../features/shop/offer-terms.ts';
import { readOfferVersions } from '../../features/shop/offer-version-store.ts';
import { readBuyingVersions, readRates } from '../../ledger/buying-store.ts';
import { readGroupVersions, readMemberRevision } from '../../ledger/group-store.ts';
import { readPlanVersions } from '../../ledger/plan-versions.ts';
import { readPriceVersions } from '../../ledger/price-store.ts';
import { readLastReload } from '../../platform/action-log/action-log.ts';
import type { Database, Sql } from '../../platform/database/database.ts';
import { readSettings, type ServiceSettings } from '../../platform/database/service-settings.ts';

export type Announcements = ServiceSettings &
  BuyingWords & {
    readonly prices: readonly PriceVersion[];
    readonly offers: readonly OfferVersion[];
    readonly planVersions: readonly PlanVersion[];
    /** Grows each time that the configuration is to be read again. */
    readonly lastReload: number;
    /** Oldest first. */
    readonly engineChanges: readonly EngineChange[];
    /** Grows with each change of engines. */
    readonly engineRevision: number;
    readonly groupVersions: readonly GroupVersion[];
    /** Grows with each change of who is in a price group. These may be many, and are read apart. */
    readonly memberRevision: number;
    /** Settings of the service. Their values may be long, and are read apart. */
    readonly settings: readonly SettingMark[];
  };

export interface AnnouncementReader {
  read(): Promise<Announcements>;
  /** Settings of the service, with secrets sealed. */
  settings(): Promise<SettingValues>;
}

export const createAnnouncementReader = (db: Database): AnnouncementReader => ({
  read: () => readAnnouncements(db.sql),
  settings: () => readSettingValues(db.sql),
});

export const readAnnouncements = async (sql: Sql): Promise<Announcements> => ({
  prices: await readPriceVersions(sql),
  offers: await readOfferVersions(sql),
  planVersions: await readPlanVersions(sql),
  ...(await readSettings(sql)),
  lastReload: await readLastReload(sql),
  engineChanges: await readEngineChanges(sql),
  engineRevision: await readEngineRevision(sql),
  groupVersions: await readGroupVersions(sql),
  memberRevision: await readMemberRevision(sql),
  buyingVersions: await readBuyingVersions(sql),
  rates: await readRates(sql),
  settings: await readSettingMarks(sql),
});
