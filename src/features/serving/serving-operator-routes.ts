/** Engines and models that are set beside the configuration, while the service runs. */

import { actorOf } from '../../core/management-token.ts';
import type { ActionBody } from '../../platform/action-log/contract.ts';
import { implement } from '../../platform/api/implement.ts';
import type { OperatorCall, Route } from '../../platform/http/call.ts';
import type { Platform } from '../../platform/platform.ts';
import { changesAt } from './changes-at.ts';
import { serving } from './contract.ts';
import type { EngineDesk } from './engine-desk.ts';
import { servingToView } from './engine-view.ts';

const TEST_MS = 60_000;

export function servingRoutes({ actionLog, ids, clock }: Platform, engineDesk: EngineDesk): readonly Route[] {
  async function view() {
    const desk = await engineDesk.view();
    const nowMs = clock.nowMs();
    return servingToView(desk, changesAt(desk.changes, nowMs), nowMs);
  }

  return implement(serving, {
    look: view,

    setEngine: async ({ operator, body }) => {
      const { name, settings, apiKey, fromMs, revision } = body;
      await engineDesk.setEngine(aboutOf(operator, body), { name, settings, apiKey, fromMs, revision });
      return view();
    },

    setModel: async ({ operator, body }) => {
      const { model, engines, fallback, choose, fromMs, revision } = body;
      const shares = engines?.map((share) => ({
        engine: share.engine,
        weight: share.weight,
        ...(share.model !== null && { engineModel: share.model }),
      }));
      const value = shares ? { engines: shares, fallback, ...(choose !== 'share' && { choose }) } : null;
      await engineDesk.setModel(aboutOf(operator, body), { model, value, fromMs, revision });
      return view();
    },

    withdraw: async ({ operator, params, body }) => {
      const version = Number(params.version);
      await engineDesk.withdraw(aboutOf(operator, body), { version, revision: body.revision });
      return view();
    },

    test: async ({ operator, request, requestId, body }) => {
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(TEST_MS)]);
      const result = await engineDesk.test({ ...body, requestId, signal });
      const { text, ...rest } = result;
      // What a model says is content, and content is kept nowhere.
      const action = { kind: 'engine', object: body.name, result: { ...rest, ...(!rest.ok && { text }) } } as const;
      const about = aboutOf(operator, { id: ids.next('act_'), reason: 'tested before saving' });
      await actionLog.act({ ...about, atMs: clock.nowMs(), action });
      return result;
    },
  });
}

const aboutOf = (operator: OperatorCall['operator'], { id, reason }: ActionBody) => ({
  id,
  reason,
  actor: actorOf(operator),
});
