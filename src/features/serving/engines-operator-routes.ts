/** Engines: how they are, how busy, how often they fail; trying one; and taking one out of service. */

import type { Engine, EngineHealth } from '../../core/engine.ts';
import type { EngineLoad } from '../../core/engine-load.ts';
import { ServiceError } from '../../core/errors.ts';
import { actorOf } from '../../core/management-token.ts';
import { type Catalogue, sharesOf } from '../../core/model.ts';
import type { ActionRequest, State } from '../../platform/action-log/action.ts';
import { implement } from '../../platform/api/implement.ts';
import type { OperatorCall, Route } from '../../platform/http/call.ts';
import type { Platform } from '../../platform/platform.ts';
import { engines } from './contract.ts';
import { noteFailure, testEngine } from './engine-test.ts';

/** The engines of this server, as far as an operator can see and move them. */
export type EngineControls = {
  all(): ReadonlyMap<string, Engine>;
  drain(name: string): boolean;
  resume(name: string): boolean;
  states(): readonly { readonly name: string; readonly isDraining: boolean }[];
  /** How many requests wait for a place, by model. */
  queues(): readonly { readonly model: string; readonly waiting: number }[];
  health(): Promise<readonly (EngineHealth & { readonly name: string })[]>;
  loadOf(name: string): EngineLoad;
};

export type LiveEngines = { readonly engineControls: EngineControls; readonly catalogue: Catalogue };

/** The operator who does something, and the engine. */
type Touched = Pick<OperatorCall, 'operator'> & { readonly name: string };

const TEST_MS = 60_000;

export function engineRoutes(
  { actionLog, ids, clock, log }: Platform,
  { engineControls, catalogue }: LiveEngines,
): readonly Route[] {
  async function view() {
    // Engines are asked at most once a second: one that was removed since then is not shown.
    const health = (await engineControls.health()).filter(({ name }) => engineControls.all().has(name));
    const draining = engineControls.states().filter(({ isDraining }) => isDraining);
    const waiting = new Map(engineControls.queues().map(({ model, waiting: count }) => [model, count]));
    return {
      engines: health.map(({ name, ok, detail }) => {
        const models = modelsOf(catalogue, name);
        return {
          name,
          ok,
          detail,
          models,
          isDraining: draining.some((one) => one.name === name),
          queued: models.reduce((sum, model) => sum + (waiting.get(model) ?? 0), 0),
          ...engineControls.loadOf(name),
        };
      }),
    };
  }

  /** Engines belong to this server, not to the database: what was done to one is only logged there. */
  async function write({ operator, name }: Touched, about: Pick<ActionRequest, 'id' | 'reason'>, result: State) {
    const action = { kind: 'engine', object: name, result } as const;
    await actionLog.act({ ...about, actor: actorOf(operator), atMs: clock.nowMs(), action });
  }

  return implement(engines, {
    list: view,

    drain: async ({ operator, params: { name }, body: { id, reason, state } }) => {
      engineOf(engineControls, name);
      await write({ operator, name }, { id, reason }, { state });
      if (state === 'drained') engineControls.drain(name);
      else engineControls.resume(name);
      return view();
    },

    test: async ({ operator, request, requestId, params: { name }, body }) => {
      const engine = engineOf(engineControls, name);
      const model = catalogue.models.get(body.model);
      const share = model && sharesOf(model).find((one) => one.engine === name);
      if (!model || !share) {
        throw new ServiceError('invalid_request', `The engine ${name} does not answer for this model.`, {
          param: 'model',
        });
      }
      const engineModel = share.engineModel ?? model.engineModel;
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(TEST_MS)]);
      const note = noteFailure(log, { engine: name, requestId });
      const asked = { engine, model: { ...model, engineModel }, requestId, clock, signal, note };
      const { text, ...result } = await testEngine(asked);
      const about = { id: ids.next('act_'), reason: `tested with ${model.id}` };
      // What a model says is content, and content is kept nowhere.
      await write({ operator, name }, about, { ...result, ...(!result.ok && { text }) });
      return { text, ...result };
    },
  });
}

function engineOf(engines: EngineControls, name: string): Engine {
  const engine = engines.all().get(name);
  if (engine) return engine;
  throw new ServiceError('not_found', 'There is no such engine.');
}

const modelsOf = ({ models }: Catalogue, engine: string): readonly string[] =>
  [...models.values()].filter((model) => sharesOf(model).some((share) => share.engine === engine)).map(({ id }) => id);
