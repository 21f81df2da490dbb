/** Reading the configuration again, as SIGHUP does. */
import type { OperatorDesk } from '../../domain/operator.ts';
import type { Clock } from '../../domain/ports.ts';
import type { ReloadView } from '../../wire/operator-api.ts';
import type { Route } from '../call.ts';
import { operatorRoute } from './route.ts';

export type ReloadParts = {
  readonly desk: OperatorDesk;
  /** All of the configuration is taken, or nothing of it. */
  readonly reload: () => Promise<ReloadView>;
  readonly clock: Clock;
};

export const reloadRoutes = ({ desk, reload, clock }: ReloadParts): readonly Route[] => [
  operatorRoute('POST /api/operator/reload', async ({ operator }, { body }) => {
    const result = await reload();
    // The configuration belongs to this server, not to the books: what came of it is only written down there.
    const deed = { kind: 'reload', object: 'configuration', result } as const;
    await desk.act({ ...body, actor: operator.email, atMs: clock.nowMs(), deed });
    return result;
  }),
];
