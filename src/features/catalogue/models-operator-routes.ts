/** Models of the operator: looked at, added, changed, removed, and the first ones chosen. */

import { actorOf } from '../../core/management-token.ts';
import type { ActionBody } from '../../platform/action-log/contract.ts';
import { implement } from '../../platform/api/implement.ts';
import type { OperatorCall, Route } from '../../platform/http/call.ts';
import { models } from './contract.ts';
import type { ModelService } from './service.ts';

export const operatedModelRoutes = (service: ModelService): readonly Route[] =>
  implement(models, {
    list: service.view,

    add: async ({ operator, body: { id, reason, model, kind, revision, price, ...settings } }) => {
      await service.add(aboutOf(operator, { id, reason }), { model, kind, revision, price, settings });
      return service.view();
    },

    change: async ({ operator, body: { id, reason, model, revision, price, ...settings } }) => {
      await service.change(aboutOf(operator, { id, reason }), { model, revision, price, settings });
      return service.view();
    },

    remove: async ({ operator, body: { id, reason, model, revision } }) => {
      await service.remove(aboutOf(operator, { id, reason }), { model, revision });
      return service.view();
    },

    choose: async ({ operator, body: { id, reason, preset } }) => {
      await service.choose(aboutOf(operator, { id, reason }), preset);
      return service.view();
    },
  });

const aboutOf = (operator: OperatorCall['operator'], { id, reason }: ActionBody) => ({
  id,
  reason,
  actor: actorOf(operator),
});
