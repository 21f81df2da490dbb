/** Every route of the operator's area, on one screen. */

import type { BankAccount, WaysToPay } from '../../core/offer.ts';
import type { ReadBankFile } from '../../features/bank/bank.ts';
import { bankRoutes } from '../../features/bank/operator-routes.ts';
import { operatorBatchRoutes } from '../../features/batches/operator-routes.ts';
import { operatedModelRoutes } from '../../features/catalogue/models-operator-routes.ts';
import { type PriceSources, priceRoutes } from '../../features/catalogue/operator-routes.ts';
import type { ModelService } from '../../features/catalogue/service.ts';
import { actionRoutes } from '../../features/customers/actions-operator-routes.ts';
import { auditRoutes } from '../../features/customers/audit-operator-routes.ts';
import { customerRoutes } from '../../features/customers/customers-operator-routes.ts';
import type { DocumentFiles } from '../../features/invoices/document.ts';
import { operatorDocumentRoutes } from '../../features/invoices/operator-routes.ts';
import { type BuyingSources, buyingRoutes, marginRoutes } from '../../features/margins/operator-routes.ts';
import { type OverviewArea, overviewRoutes } from '../../features/overview/overview-operator-routes.ts';
import { priceGroupRoutes } from '../../features/price-groups/operator-routes.ts';
import { serviceSettingsRoutes } from '../../features/service-settings/operator-routes.ts';
import type { ServiceSettingsService } from '../../features/service-settings/service.ts';
import type { EngineDesk } from '../../features/serving/engine-desk.ts';
import { engineRoutes, type LiveEngines } from '../../features/serving/engines-operator-routes.ts';
import { servingRoutes } from '../../features/serving/serving-operator-routes.ts';
import { type ConfiguredOffers, planPricesOf, soldAt } from '../../features/shop/offer-terms.ts';
import { offerRoutes } from '../../features/shop/offers-operator-routes.ts';
import { orderRoutes, withdrawalRoutes } from '../../features/shop/orders-operator-routes.ts';
import { voucherRoutes } from '../../features/shop/vouchers-operator-routes.ts';
import { type SignUpSettings, signUpRoutes } from '../../features/sign-in/operator-routes.ts';
import { operatorManagementTokenRoutes } from '../../features/tokens/routes.ts';
import type { ManagementTokenService } from '../../features/tokens/service.ts';
import type { AuditService } from '../../ledger/audit-service.ts';
import type { Route } from '../../platform/http/call.ts';
import { createSendFile } from '../../platform/http/file-stream.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Stores } from '../stores/stores.ts';
import { operatorDescriptionRoutes } from './description.ts';

type OperatorArea = Omit<
  OverviewArea & PriceSources & BuyingSources & SignUpSettings & LiveEngines,
  keyof Platform | 'stores' | 'announcements' | 'planPrices' | 'openSteps'
> & {
  readonly engineDesk: EngineDesk;
  readonly models: ModelService;
  readonly stores: Stores;
  readonly ways: WaysToPay & { readonly bank: BankAccount | null };
  readonly configuredOffers: () => ConfiguredOffers;
  readonly readBankFile: ReadBankFile;
  readonly auditService: AuditService;
  readonly documentFiles: DocumentFiles;
  readonly managementTokens: ManagementTokenService;
  readonly settings: ServiceSettingsService;
  /** A key was revoked: it is read anew at its next use. */
  readonly forget: (keyId: string) => void;
  readonly writeStallMs: number;
};

export function operatorRoutes(platform: Platform, area: OperatorArea): readonly Route[] {
  const { stores, ways, documentFiles: files, readBankFile, refresh, forget } = area;
  const { orders, bankMovements } = stores;
  const announcements = stores.announcements.read;
  const planPrices = async () => {
    const { offers } = await announcements();
    return planPricesOf(soldAt(offers, area.configuredOffers(), platform.clock.nowMs()));
  };
  const sendFile = createSendFile(platform, area.writeStallMs);
  return [
    ...overviewRoutes(platform, { ...area, openSteps: area.settings.openSteps }),
    ...customerRoutes(platform, { stores, forget }),
    ...orderRoutes(platform, orders),
    ...withdrawalRoutes(platform, stores.withdrawals),
    ...bankRoutes(platform, { orders, bankMovements, bank: () => ways.bank, readBankFile, sendFile }),
    ...operatorDocumentRoutes(stores.documents, { files, sendFile }),
    ...voucherRoutes(platform, stores.vouchers),
    ...priceRoutes(platform, { ...area, announcements, planPrices }),
    ...priceGroupRoutes(platform, { ...stores, ...area, emails: stores.overview.emails }),
    ...operatedModelRoutes(area.models),
    ...buyingRoutes(platform, { ...area, announcements }),
    ...marginRoutes(platform, { margins: stores.margins, emails: stores.overview.emails, sendFile }),
    ...offerRoutes(platform, { announcements, ways, configuredOffers: area.configuredOffers, refresh }),
    ...signUpRoutes(platform, { ...area, announcements }),
    ...serviceSettingsRoutes(area.settings),
    ...engineRoutes(platform, area),
    ...servingRoutes(platform, area.engineDesk),
    ...operatorBatchRoutes(platform, { batches: stores.batches, emails: stores.overview.emails }),
    ...auditRoutes(area.auditService, stores.customers),
    ...actionRoutes(platform, sendFile),
    ...operatorManagementTokenRoutes(area.managementTokens),
    ...operatorDescriptionRoutes(platform),
  ];
}
