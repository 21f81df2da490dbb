/** Every route of the settings area but those of signing in, on one screen. */

import type { Catalogue, Model } from '../../core/model.ts';
import type { People } from '../../core/people.ts';
import type { PlanOffers } from '../../core/plan.ts';
import { chatDialect } from '../../dialects/chat/chat-dialect.ts';
import { activityRoutes } from '../../features/activity/routes.ts';
import { batchExports } from '../../features/batches/batch-export.ts';
import { batchPageRoutes } from '../../features/batches/routes.ts';
import { modelRoutes } from '../../features/catalogue/routes.ts';
import { accountRoutes } from '../../features/customers/account-routes.ts';
import type { DocumentFiles } from '../../features/invoices/document.ts';
import { invoiceRoutes } from '../../features/invoices/routes.ts';
import type { CheckBuyer } from '../../features/invoices/vies.ts';
import type { KeyService } from '../../features/keys/key-service.ts';
import { organizationKeyRoutes } from '../../features/keys/organization-routes.ts';
import { keyRoutes } from '../../features/keys/routes.ts';
import { domainRoutes } from '../../features/organisations/domains-routes.ts';
import type { MailDomainService } from '../../features/organisations/mail-domains.ts';
import type { MemberInvitations } from '../../features/organisations/member-invitations.ts';
import { memberRoutes } from '../../features/organisations/members-routes.ts';
import type { Organisation } from '../../features/organisations/organisation.ts';
import { playgroundRoutes } from '../../features/playground/routes.ts';
import { billingRoutes } from '../../features/shop/billing-routes.ts';
import type { ShopService } from '../../features/shop/service.ts';
import { shopRoutes } from '../../features/shop/shop-routes.ts';
import { topUpRoutes } from '../../features/shop/top-up-routes.ts';
import type { TopUpService } from '../../features/shop/top-ups.ts';
import { organizationAdminKeyRoutes } from '../../features/tokens/organization-routes.ts';
import { managementTokenRoutes } from '../../features/tokens/routes.ts';
import type { ManagementTokenService } from '../../features/tokens/service.ts';
import { organizationRoutes } from '../../features/usage/organization-routes.ts';
import { usageRoutes } from '../../features/usage/routes.ts';
import { statementRoutes } from '../../features/usage/statements-routes.ts';
import { webhookRoutes } from '../../features/webhooks/routes.ts';
import type { WebhookService } from '../../features/webhooks/service.ts';
import { type ChatEdge, chatHandler } from '../../gateway/edge/chat-handler.ts';
import type { Conversations } from '../../gateway/responses/conversation-service.ts';
import type { KeptResponses } from '../../gateway/responses/kept-responses.ts';
import type { GroupPrices } from '../../ledger/group-prices.ts';
import type { Route } from '../../platform/http/call.ts';
import { createSendFile } from '../../platform/http/file-stream.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Stores } from '../stores/stores.ts';
import { descriptionRoutes } from './description.ts';

type SettingsArea = {
  readonly stores: Stores;
  readonly keys: KeyService;
  readonly catalogue: Catalogue;
  readonly groupPrices: Pick<GroupPrices, 'shownTo'>;
  readonly contextTokensOf?: (model: Model) => Promise<number | undefined>;
  readonly planOffers: () => PlanOffers;
  readonly chatEdge: ChatEdge;
  readonly keptResponses: KeptResponses;
  readonly conversations: Conversations;
  readonly people: People;
  readonly shop: ShopService;
  readonly topUps: TopUpService;
  readonly documentFiles: DocumentFiles;
  readonly checkBuyer: CheckBuyer;
  readonly organisation: Organisation;
  readonly memberInvitations: MemberInvitations;
  readonly managementTokens: ManagementTokenService;
  readonly domains: MailDomainService;
  readonly webhooks: WebhookService;
};

export function settingsRoutes(platform: Platform, area: SettingsArea): readonly Route[] {
  const { stores, catalogue, chatEdge, people, keptResponses, conversations } = area;
  const { shop } = area.shop;
  const sendFile = createSendFile(platform, chatEdge.limits.writeStallMs);
  return [
    ...descriptionRoutes(platform, { limits: chatEdge.limits, catalogue }),
    ...modelRoutes(platform, area),
    ...memberRoutes(area.organisation, area.memberInvitations),
    ...managementTokenRoutes(area.managementTokens),
    ...organizationAdminKeyRoutes(platform, area.managementTokens),
    ...domainRoutes(area.domains),
    ...webhookRoutes(area.webhooks),
    ...activityRoutes(platform, sendFile),
    ...keyRoutes(area.keys),
    ...organizationKeyRoutes(platform, area.keys),
    ...playgroundRoutes(chatHandler(chatEdge, chatDialect)),
    ...usageRoutes(platform, stores, sendFile),
    ...organizationRoutes(platform, stores),
    ...batchPageRoutes(platform, { batches: stores.batches, limits: chatEdge.limits, sendFile }),
    ...billingRoutes(platform, stores),
    ...statementRoutes(platform, stores, { seller: () => shop.seller, sendFile }),
    ...topUpRoutes(area.topUps),
    ...shopRoutes(platform, {
      service: area.shop,
      orders: stores.orders,
      buyers: stores.buyers,
      withdrawals: stores.withdrawals,
      planOffers: area.planOffers,
    }),
    ...invoiceRoutes(platform, stores, { shop, files: area.documentFiles, checkBuyer: area.checkBuyer }),
    ...accountRoutes(platform, {
      stores,
      kept: { keptResponses, conversations, ...batchExports(platform, stores) },
      people,
      sendFile,
    }),
  ];
}
