/** Every route of the operator's area, on one screen. */

import type { Log } from '../../domain/ports.ts';
import { serviceNames } from '../../domain/service-names.ts';
import type { Route } from '../call.ts';
import { operatorDescriptionRoutes } from '../settings/description.ts';
import { actionRoutes } from './actions.ts';
import { type AuditParts, auditRoutes } from './audit.ts';
import { type BankRouteParts, bankRoutes } from './bank.ts';
import { type CustomerParts, customerRoutes } from './customers.ts';
import { type OperatorDocumentParts, operatorDocumentRoutes } from './documents.ts';
import { type EngineParts, engineRoutes } from './engines.ts';
import { type FeedParts, feedRoutes } from './feed.ts';
import { type OfferParts, offerRoutes } from './offers.ts';
import { type OrderParts, orderRoutes } from './orders.ts';
import { type OverviewParts, overviewRoutes } from './overview.ts';
import { type PriceParts, priceRoutes } from './prices.ts';
import { type ReloadParts, reloadRoutes } from './reload.ts';
import { type ServingParts, servingRoutes } from './serving.ts';
import { type SignUpParts, signUpRoutes } from './sign-up.ts';
import { type OperatorTokenParts, operatorTokenRoutes } from './tokens.ts';
import { type VoucherRouteParts, voucherRoutes } from './vouchers.ts';

type OperatorParts = OverviewParts &
  CustomerParts &
  OrderParts &
  BankRouteParts &
  OperatorDocumentParts &
  VoucherRouteParts &
  ReloadParts &
  PriceParts &
  OfferParts &
  SignUpParts &
  EngineParts &
  ServingParts &
  AuditParts &
  FeedParts &
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
    ...reloadRoutes(parts),
    ...engineRoutes(parts),
    ...servingRoutes(parts),
    ...auditRoutes(parts),
    ...feedRoutes(parts),
    ...actionRoutes({ ...parts, ...files }),
    ...operatorTokenRoutes(parts),
    ...operatorDescriptionRoutes(parts.serviceName),
  ];
}
