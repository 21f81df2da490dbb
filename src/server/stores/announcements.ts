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
import { type Database, type Sql, text } from '../../platform/database/database.ts';
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
  /** Another one each time that what is read has changed. */
  revision(): Promise<string>;
  /** Settings of the service, with secrets sealed. */
  settings(): Promise<SettingValues>;
}

export const createAnnouncementReader = (db: Database): AnnouncementReader => ({
  read: () => readAnnouncements(db.sql),
  revision: async () => text((await db.sql.one(REVISION))!, 'revision'),
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

/** Rows of versions are only added, and withdrawn once. Every server asks for this each second, and for the rows when it is new. */
const COUNTED = [
  'price_versions WHERE list_version IS NULL',
  'price_group_versions',
  'price_group_members',
  'buying_versions',
  'currency_rates',
];
const WITHDRAWN = ['offer_versions', 'plan_terms', 'engine_changes'];
const REVISION = `SELECT ${[
  ...COUNTED.map((table) => `(SELECT COUNT(*) FROM ${table})`),
  ...WITHDRAWN.map((table) => `(SELECT COUNT(*) + COUNT(withdrawn_at_ms) FROM ${table})`),
  `(SELECT COUNT(*) FROM operator_actions WHERE kind = 'reload')`,
  `(SELECT COALESCE(string_agg(name || '=' || revision, ',' ORDER BY name), '') FROM setting_values)`,
  `(SELECT COALESCE(string_agg(name || '=' || value, ',' ORDER BY name), '') FROM service_settings)`,
].join(` || ' ' || `)} AS revision`;
