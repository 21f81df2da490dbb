/** What operators change of engines: the live catalogue → what it would come to → the service. */

import type { ModelEngines } from '../core/engine-changes.ts';
import { type DraftModel, type EngineShare, sharesOf } from '../core/model.ts';
import type { Clock, Log } from '../core/ports.ts';
import type { Vault } from '../core/vault.ts';
import { createEngineDesk, type EngineDesk, type EngineOutlook } from '../features/serving/engine-desk.ts';
import type { LiveCatalogue } from './catalogue.ts';
import { EMBEDDED } from './configuration/catalogue.ts';
import { exportOf, settingsOf } from './configuration/changed-config.ts';
import type { Config } from './configuration/config.ts';
import { refuseDeclared } from './decided/ownership.ts';
import type { ServedConfig } from './engine-changes.ts';
import { engineFrom } from './engines.ts';
import type { OperatorStore } from './stores/operator-port.ts';

type DeskNeeds = {
  readonly catalogue: Pick<LiveCatalogue, 'engineConfig' | 'declared' | 'refresh'>;
  readonly operatorStore: OperatorStore;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly log: Log;
};

export const engineDeskFrom = ({ catalogue, operatorStore, vault, clock, log }: DeskNeeds): EngineDesk =>
  createEngineDesk({
    operatorStore,
    vault,
    outlook: async (changes, atMs) => {
      const { file, served } = await catalogue.engineConfig(changes, atMs);
      return outlookOf(served, file);
    },
    open: async (name, changes) => {
      const { served } = await catalogue.engineConfig(changes, clock.nowMs());
      const engine = engineFrom(name, served.config.engines[name]!, { log });
      return { engine, close: engine.close };
    },
    declared: catalogue.declared,
    refuseDeclared: (piece) => refuseDeclared(piece, catalogue.declared()),
    refresh: catalogue.refresh,
    clock,
    log,
  });

const outlookOf = ({ config, problems }: ServedConfig, file: Config): EngineOutlook => ({
  engines: new Map(
    Object.entries(config.engines).map(([name, engine]) => [
      name,
      { settings: settingsOf(engine), hasKey: !!engine.apiKey },
    ]),
  ),
  models: new Map([...config.models.models].map(([id, model]) => [id, { kind: model.kind, ...enginesOf(model) }])),
  hasEmbedded: config.embedded.enabled,
  problems,
  exported: exportOf(config, file),
});

/** The embedded engine knows models by their own ids: that is no setting. */
export const enginesOf = (model: DraftModel): ModelEngines => ({
  engines: sharesOf(model).map(({ engine, weight, engineModel = model.engineModel }): EngineShare => {
    const isNamed = engine !== EMBEDDED && engineModel !== undefined;
    return { engine, weight, ...(isNamed && { engineModel }) };
  }),
  fallback: model.fallback ?? null,
});
