/** Every route of the settings area but those of signing in, on one screen. */

import type { Catalogue, Model } from '../../core/model.ts';
import type { OutcomeRecords } from '../../core/outcome.ts';
import type { Accounts, Clock, Ids, Keys, LedgerReader, Log, People, Plans, Usages } from '../../core/ports.ts';
import { serviceNames } from '../../core/service-names.ts';
import type { AccountKeys, AccountLimits, Alerts } from '../../core/settings-ports.ts';
import { chatDialect } from '../../dialects/chat/chat-dialect.ts';
import { modelRoutes } from '../../features/catalogue/routes.ts';
import type { Exports } from '../../features/customers/account-export.ts';
import { accountRoutes } from '../../features/customers/account-routes.ts';
import type { DocumentFiles, Documents } from '../../features/invoices/document.ts';
import { invoiceRoutes } from '../../features/invoices/routes.ts';
import type { KeyService } from '../../features/keys/key-service.ts';
import { keyRoutes } from '../../features/keys/routes.ts';
import { domainRoutes } from '../../features/organisations/domains-routes.ts';
import type { MailDomainService } from '../../features/organisations/mail-domains.ts';
import type { Members } from '../../features/organisations/members.ts';
import { memberRoutes } from '../../features/organisations/members-routes.ts';
import type { Organisation } from '../../features/organisations/organisation.ts';
import { playgroundRoutes } from '../../features/playground/routes.ts';
import { billingRoutes } from '../../features/shop/billing-routes.ts';
import type { Buyers } from '../../features/shop/buyer.ts';
import type { Orders } from '../../features/shop/payment-ports.ts';
import { type ShopRouteParts, shopRoutes } from '../../features/shop/shop-routes.ts';
import { topUpRoutes } from '../../features/shop/top-up-routes.ts';
import type { TopUpService } from '../../features/shop/top-ups.ts';
import type { ManagementTokenService } from '../../features/tokens/management-tokens.ts';
import { tokenRoutes } from '../../features/tokens/routes.ts';
import { usageRoutes } from '../../features/usage/routes.ts';
import type { Statements } from '../../features/usage/statement.ts';
import { statementRoutes } from '../../features/usage/statements-routes.ts';
import { webhookRoutes } from '../../features/webhooks/routes.ts';
import type { WebhookService } from '../../features/webhooks/service.ts';
import { type ChatEdge, chatHandler } from '../../gateway/edge/chat-handler.ts';
import type { Conversations } from '../../gateway/responses/conversation-service.ts';
import type { KeptResponses } from '../../gateway/responses/kept-responses.ts';
import type { Closing } from '../../ledger/closing.ts';
import type { Route } from '../../platform/http/call.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { LimitAlerts, NoticeWays } from '../../platform/notices/notice.ts';
import { descriptionRoutes } from './description.ts';

type SettingsParts = {
  readonly stores: SettingsStores;
  readonly keyService: KeyService;
  readonly catalogue: Catalogue;
  readonly contextTokensOf?: (model: Model) => Promise<number | undefined>;
  readonly chatEdge: ChatEdge;
  readonly keptResponses: KeptResponses;
  readonly conversations: Conversations;
  readonly clock: Clock;
  readonly log: Log;
  readonly mail: Mail;
  readonly notices: NoticeWays;
  readonly ids: Ids;
  readonly people: People;
  readonly shop: Omit<ShopRouteParts, 'orders'>;
  readonly topUps: TopUpService;
  readonly documentFiles: DocumentFiles;
  readonly organisation: Organisation;
  readonly managementTokens: ManagementTokenService;
  readonly domainService: MailDomainService;
  readonly webhookService: WebhookService;
};

/** The part of what is kept that pages ask for. */
type SettingsStores = {
  readonly accountKeys: AccountKeys;
  readonly accounts: Accounts;
  readonly usages: Usages;
  readonly ledger: LedgerReader;
  readonly plans: Plans;
  readonly orders: Orders;
  readonly buyers: Buyers;
  readonly documents: Documents;
  readonly statements: Statements;
  readonly alerts: Alerts;
  readonly limitAlerts: LimitAlerts;
  readonly limits: AccountLimits;
  readonly keys: Keys;
  readonly exports: Exports;
  readonly closing: Closing;
  readonly members: Members;
  readonly responses: Pick<OutcomeRecords, 'ofAccount'>;
};

export function settingsRoutes(parts: SettingsParts): readonly Route[] {
  const { accountKeys, accounts, usages, ledger, plans, orders, buyers, documents, statements, alerts, limits } =
    parts.stores;
  const { keys, exports, closing, responses, limitAlerts } = parts.stores;
  const { clock, people, keptResponses, conversations, shop, documentFiles } = parts;
  const { serviceName, paymentCode, service } = shop;
  const files = {
    filePrefix: serviceNames(serviceName).slug,
    writeStallMs: parts.chatEdge.limits.writeStallMs,
    onFailure: (cause: unknown) => parts.log.error({ cause }, 'a file could not be finished'),
  };
  return [
    ...descriptionRoutes({ limits: parts.chatEdge.limits, catalogue: parts.catalogue, serviceName }),
    ...modelRoutes(parts),
    ...memberRoutes(parts.organisation),
    ...tokenRoutes(parts.managementTokens),
    ...domainRoutes(parts.domainService),
    ...webhookRoutes(parts.webhookService),
    ...keyRoutes(parts.keyService),
    ...playgroundRoutes(chatHandler(parts.chatEdge, chatDialect)),
    ...usageRoutes({ usages, ledger, responses, accountKeys, clock, members: parts.stores.members, files }),
    ...billingRoutes({ ledger, plans, alerts, limitAlerts, limits, clock }),
    ...statementRoutes({ accounts, statements, orders, buyers, seller: service.shop.seller, clock, files }),
    ...topUpRoutes(parts.topUps),
    ...shopRoutes({ ...shop, orders }),
    ...invoiceRoutes({
      clock,
      documents,
      orders,
      buyers,
      shop: service.shop,
      files: documentFiles,
      serviceName,
      paymentCode,
    }),
    ...accountRoutes({
      members: parts.stores.members,
      accounts,
      keys,
      usages,
      exports,
      closing,
      people,
      keptResponses,
      conversations,
      clock,
      mail: parts.mail,
      log: parts.log,
      notices: parts.notices,
      ids: parts.ids,
      serviceName,
      ...files,
    }),
  ];
}
