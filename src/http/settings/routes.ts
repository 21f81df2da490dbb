/** Every route of the settings area but those of signing in, on one screen. */

import type { Buyers } from '../../domain/buyer.ts';
import type { DocumentFiles, Documents } from '../../domain/document.ts';
import type { Mail } from '../../domain/mail.ts';
import type { Members } from '../../domain/members.ts';
import type { Catalogue, Model } from '../../domain/model.ts';
import type { LimitAlerts } from '../../domain/notice.ts';
import type { Orders } from '../../domain/payment-ports.ts';
import type { Accounts, Clock, Keys, LedgerReader, Log, People, Plans, Usages } from '../../domain/ports.ts';
import type { ResponseRecords } from '../../domain/responses.ts';
import { serviceNames } from '../../domain/service-names.ts';
import type {
  AccountKeys,
  AccountMinuteLimits,
  Alerts,
  Closing,
  CreditLimits,
  Exports,
  Statements,
  TokenLimits,
} from '../../domain/settings-ports.ts';
import type { KeptResponses } from '../../service/kept-responses.ts';
import type { KeyService } from '../../service/key-service.ts';
import type { MailDomainService } from '../../service/mail-domains.ts';
import type { ManagementTokenService } from '../../service/management-tokens.ts';
import type { Organisation } from '../../service/organisation.ts';
import type { TopUpService } from '../../service/top-ups.ts';
import type { WebhookService } from '../../service/webhooks.ts';
import type { Route } from '../call.ts';
import type { ChatEdge } from '../chat-handler.ts';
import { accountRoutes } from './account.ts';
import { billingRoutes } from './billing.ts';
import { buyerRoutes } from './buyer.ts';
import { descriptionRoutes } from './description.ts';
import { documentRoutes } from './documents.ts';
import { domainRoutes } from './domains.ts';
import { keyRoutes } from './keys.ts';
import { memberRoutes } from './members.ts';
import { modelRoutes } from './models.ts';
import { playgroundRoutes } from './playground.ts';
import { requestRoutes } from './requests.ts';
import { type ShopRouteParts, shopRoutes } from './shop.ts';
import { statementRoutes } from './statements.ts';
import { tokenRoutes } from './tokens.ts';
import { topUpRoutes } from './top-up.ts';
import { usageRoutes } from './usage.ts';
import { webhookRoutes } from './webhooks.ts';

type SettingsParts = {
  readonly stores: SettingsStores;
  readonly keyService: KeyService;
  readonly catalogue: Catalogue;
  readonly contextTokensOf?: (model: Model) => Promise<number | undefined>;
  readonly chatEdge: ChatEdge;
  readonly keptResponses: KeptResponses;
  readonly clock: Clock;
  readonly log: Log;
  readonly mail: Mail;
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
  readonly creditLimits: CreditLimits;
  readonly minuteLimits: AccountMinuteLimits;
  readonly tokenLimits: TokenLimits;
  readonly keys: Keys;
  readonly exports: Exports;
  readonly closing: Closing;
  readonly members: Members;
  readonly responses: Pick<ResponseRecords, 'ofAccount'>;
};

export function settingsRoutes(parts: SettingsParts): readonly Route[] {
  const { accountKeys, accounts, usages, ledger, plans, orders, buyers, documents, statements, alerts, tokenLimits } =
    parts.stores;
  const { keys, exports, closing, responses, limitAlerts, creditLimits, minuteLimits } = parts.stores;
  const { clock, people, keptResponses, shop, documentFiles } = parts;
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
    ...playgroundRoutes(parts.chatEdge),
    ...usageRoutes({ usages, responses, accountKeys, clock, members: parts.stores.members }),
    ...requestRoutes({ usages, ledger, ...files }),
    ...billingRoutes({ ledger, plans, alerts, limitAlerts, creditLimits, minuteLimits, tokenLimits, clock }),
    ...statementRoutes({ accounts, statements, orders, buyers, seller: service.shop.seller, clock, files }),
    ...topUpRoutes(parts.topUps),
    ...buyerRoutes({ buyers, clock }),
    ...shopRoutes({ ...shop, orders }),
    ...documentRoutes({
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
      clock,
      mail: parts.mail,
      log: parts.log,
      serviceName,
      ...files,
    }),
  ];
}
