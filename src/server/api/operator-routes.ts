/** Every route of the operator's area, on one screen. */

import { serviceNames } from '../../core/service-names.ts';
import { type BankRouteParts, bankRoutes } from '../../features/bank/operator-routes.ts';
import { type PriceParts, priceRoutes } from '../../features/catalogue/operator-routes.ts';
import { actionRoutes } from '../../features/customers/actions-operator-routes.ts';
import { type AuditParts, auditRoutes } from '../../features/customers/audit-operator-routes.ts';
import { type CustomerParts, customerRoutes } from '../../features/customers/customers-operator-routes.ts';
import { type OperatorDocumentParts, operatorDocumentRoutes } from '../../features/invoices/operator-routes.ts';
import { type OverviewArea, overviewRoutes } from '../../features/overview/overview-operator-routes.ts';
import { type EngineParts, engineRoutes } from '../../features/serving/engines-operator-routes.ts';
import { type ServingParts, servingRoutes } from '../../features/serving/serving-operator-routes.ts';
import { type OfferParts, offerRoutes } from '../../features/shop/offers-operator-routes.ts';
import { type OrderParts, orderRoutes } from '../../features/shop/orders-operator-routes.ts';
import { type VoucherRouteParts, voucherRoutes } from '../../features/shop/vouchers-operator-routes.ts';
import { type SignUpSettings, signUpRoutes } from '../../features/sign-in/operator-routes.ts';
import { type OperatorTokenParts, operatorTokenRoutes } from '../../features/tokens/routes.ts';
import type { Route } from '../../platform/http/call.ts';
import type { Platform } from '../../platform/platform.ts';
import type { OperatorStore } from '../stores/operator-port.ts';
import { operatorDescriptionRoutes } from './description.ts';

type OperatorParts = Platform &
  OverviewArea &
  CustomerParts &
  OrderParts &
  BankRouteParts &
  OperatorDocumentParts &
  VoucherRouteParts &
  PriceParts &
  OfferParts &
  Omit<SignUpSettings, 'announcements'> &
  EngineParts &
  ServingParts &
  AuditParts &
  OperatorTokenParts & {
    readonly writeStallMs: number;
    readonly operatorStore: Pick<OperatorStore, 'announcements'>;
  };

export function operatorRoutes(parts: OperatorParts): readonly Route[] {
  const files = {
    filePrefix: serviceNames(parts.serviceName).slug,
    onFailure: (cause: unknown) => parts.log.error({ cause }, 'a file could not be finished'),
  };
  return [
    ...overviewRoutes(parts, parts),
    ...customerRoutes(parts),
    ...orderRoutes(parts),
    ...bankRoutes(parts),
    ...operatorDocumentRoutes({ ...parts, ...files }),
    ...voucherRoutes(parts),
    ...priceRoutes(parts),
    ...offerRoutes(parts),
    ...signUpRoutes(parts, { ...parts, announcements: parts.operatorStore.announcements }),
    ...engineRoutes(parts),
    ...servingRoutes(parts),
    ...auditRoutes(parts),
    ...actionRoutes({ ...parts, ...files }),
    ...operatorTokenRoutes(parts),
    ...operatorDescriptionRoutes(parts.serviceName),
  ];
}
