/** Settings of the service as operators see and change them. */
import { actorOf } from '../../core/management-token.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import { serviceSettings } from './contract.ts';
import type { ServiceSettingsService } from './service.ts';

export const serviceSettingsRoutes = (service: ServiceSettingsService): readonly Route[] =>
  implement(serviceSettings, {
    show: service.show,
    set: ({ operator, body: { id, reason, ...change } }) =>
      service.change(change, { id, reason, actor: actorOf(operator) }),
    testMail: ({ operator, body: { to } }) => service.testMail(to || operator.email, operator.language ?? 'en'),
    company: ({ query: { companyId } }) => service.company(companyId),
    setUp: service.setUp,
  });
