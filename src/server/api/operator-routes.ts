/** Every route of the operator's area, on one screen. */

import type { Log } from '../../core/ports.ts';
import { serviceNames } from '../../core/service-names.ts';
import { type BankRouteParts, bankRoutes } from '../../features/bank/operator-routes.ts';
import { type PriceParts, priceRoutes } from '../../features/catalogue/operator-routes.ts';
import { actionRoutes } from '../../features/customers/actions-operator-routes.ts';
import { type AuditParts, auditRoutes } from '../../features/customers/audit-operator-routes.ts';
import { type CustomerParts, customerRoutes } from '../../features/customers/customers-operator-routes.ts';
import { type OperatorDocumentParts, operatorDocumentRoutes } from '../../features/invoices/operator-routes.ts';
import { type OverviewRouteParts, overviewRoutes } from '../../features/overview/overview-operator-routes.ts';
import { type EngineParts, engineRoutes } from '../../features/serving/engines-operator-routes.ts';
import { type ServingParts, servingRoutes } from '../../features/serving/serving-operator-routes.ts';
import { type OfferParts, offerRoutes } from '../../features/shop/offers-operator-routes.ts';
import { type OrderParts, orderRoutes } from '../../features/shop/orders-operator-routes.ts';
import { type VoucherRouteParts, voucherRoutes } from '../../features/shop/vouchers-operator-routes.ts';
import { type SignUpParts, signUpRoutes } from '../../features/sign-in/operator-routes.ts';
import { type OperatorTokenParts, operatorTokenRoutes } from '../../features/tokens/routes.ts';
import type { Route } from '../../platform/http/call.ts';
import { operatorDescriptionRoutes } from './description.ts';

type OperatorParts = OverviewRouteParts &
  CustomerParts &
  OrderParts &
  BankRouteParts &
  OperatorDocumentParts &
  VoucherRouteParts &
  PriceParts &
  OfferParts &
  SignUpParts &
  EngineParts &
  ServingParts &
  AuditParts &
  OperatorTokenParts & {
    readonly serviceName: string;
    readonly writeStallMs: number;
    readonly log: Log;
  };

export function operatorRoutes(parts: OperatorParts): readonly Route[] {
  const files = {
    filePrefix: serviceNames(parts.serviceName).slug,
    onFailure: (cause: unknown) => parts.log.error({ cause }, 'a file could not be finished'),
  };
  return [
    ...overviewRoutes(parts),
    ...customerRoutes(parts),
    ...orderRoutes(parts),
    ...bankRoutes(parts),
    ...operatorDocumentRoutes({ ...parts, ...files }),
    ...voucherRoutes(parts),
    ...priceRoutes(parts),
    ...offerRoutes(parts),
    ...signUpRoutes(parts),
    ...engineRoutes(parts),
    ...servingRoutes(parts),
    ...auditRoutes(parts),
    ...actionRoutes({ ...parts, ...files }),
    ...operatorTokenRoutes(parts),
    ...operatorDescriptionRoutes(parts.serviceName),
  ];
}
