import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import { type ServiceView, site } from './contract.ts';

export const siteRoutes = (service: () => ServiceView): readonly Route[] => implement(site, { service });
