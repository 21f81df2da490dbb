/** Reading the configuration again, as SIGHUP does. */
import { actorOf } from '../../core/management-token.ts';
import type { Clock } from '../../core/ports.ts';
import { type OperatorStore, TAKEN_CONFIGURATION } from '../../platform/action-log/operator.ts';
import type { Route } from '../../platform/http/call.ts';
import type { ReloadView } from '../../server/api/operator-api.ts';
import { operatorRoute } from '../../server/api/operator-route.ts';

export type ReloadParts = {
  readonly operatorStore: OperatorStore;
  /** All of the configuration is taken, or nothing of it. */
  readonly reload: () => Promise<ReloadView>;
  readonly clock: Clock;
};

export const reloadRoutes = ({ operatorStore, reload, clock }: ReloadParts): readonly Route[] => [
  operatorRoute('POST /api/operator/reload', async ({ operator }, { body }) => {
    const result = await reload();
    // Each server has a configuration of its own. Where this one was taken, the others see it in the log and follow.
    const object = result.ok ? TAKEN_CONFIGURATION : 'refused configuration';
    const action = { kind: 'reload', object, result } as const;
    await operatorStore.act({ ...body, actor: actorOf(operator), atMs: clock.nowMs(), action });
    return result;
  }),
];
