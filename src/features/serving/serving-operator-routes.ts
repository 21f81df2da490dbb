/** Engines and models that are set on top of the configuration, while the service runs. */

import { actorOf } from '../../core/management-token.ts';
import type { Clock, Ids } from '../../core/ports.ts';
import type { OperatorStore } from '../../platform/action-log/operator.ts';
import type { OperatorCall, Route } from '../../platform/http/call.ts';
import { operatorRoute } from '../../server/api/operator-route.ts';
import { changesAt } from './changes-at.ts';
import type { ServingView } from './engine-api.ts';
import type { EngineDesk } from './engine-desk.ts';
import { servingToView } from './engine-view.ts';

export type ServingParts = {
  readonly engineDesk: EngineDesk;
  readonly operatorStore: OperatorStore;
  readonly ids: Ids;
  readonly clock: Clock;
};

const TEST_MS = 60_000;

export function servingRoutes({ engineDesk, operatorStore, ids, clock }: ServingParts): readonly Route[] {
  async function view(): Promise<ServingView> {
    const desk = await engineDesk.view();
    const nowMs = clock.nowMs();
    return servingToView(desk, changesAt(desk.changes, nowMs), nowMs);
  }
  const aboutOf = ({ operator }: OperatorCall, { id, reason }: { readonly id: string; readonly reason: string }) => ({
    id,
    reason,
    actor: actorOf(operator),
  });

  return [
    operatorRoute('GET /api/operator/serving', view),

    operatorRoute('POST /api/operator/serving/engines', async (call, { body }) => {
      const { name, settings, apiKey, fromMs, revision } = body;
      await engineDesk.setEngine(aboutOf(call, body), { name, settings, apiKey, fromMs, revision });
      return view();
    }),

    operatorRoute('POST /api/operator/serving/models', async (call, { body }) => {
      const { model, engines, fallback, fromMs, revision } = body;
      const shares = engines?.map((share) => ({
        engine: share.engine,
        weight: share.weight,
        ...(share.model !== null && { engineModel: share.model }),
      }));
      const value = shares ? { engines: shares, fallback } : null;
      await engineDesk.setModel(aboutOf(call, body), { model, value, fromMs, revision });
      return view();
    }),

    operatorRoute('POST /api/operator/serving/changes/{version}/withdraw', async (call, { body }) => {
      const version = Number(call.params.version);
      await engineDesk.withdraw(aboutOf(call, body), { version, revision: body.revision });
      return view();
    }),

    operatorRoute('POST /api/operator/serving/test', async (call, { body }) => {
      const signal = AbortSignal.any([call.request.signal, AbortSignal.timeout(TEST_MS)]);
      const result = await engineDesk.test({ ...body, requestId: call.requestId, signal });
      const { text, ...rest } = result;
      // What a model says is content, and content is kept nowhere.
      const action = { kind: 'engine', object: body.name, result: { ...rest, ...(!rest.ok && { text }) } } as const;
      const about = aboutOf(call, { id: ids.next('act_'), reason: 'tested before saving' });
      await operatorStore.act({ ...about, atMs: clock.nowMs(), action });
      return result;
    }),
  ];
}
