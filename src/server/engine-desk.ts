/** Changes of engines by operators: the live catalogue → what it would come to → the service. */

import type { ModelEngines } from '../core/engine-changes.ts';
import { type DraftModel, type EngineShare, sharesOf } from '../core/model.ts';
import {
  createEngineDesk,
  type EngineDesk,
  type EngineOutlook,
  type ServingSources,
} from '../features/serving/engine-desk.ts';
import type { Platform } from '../platform/platform.ts';
import type { LiveCatalogue } from './catalogue.ts';
import { EMBEDDED } from './configuration/catalogue.ts';
import { exportOf, settingsOf } from './configuration/changed-config.ts';
import type { Config } from './configuration/config.ts';
import { refuseDeclared } from './decided/ownership.ts';
import type { ServedConfig } from './engine-changes.ts';
import { engineFrom } from './engines.ts';

type Sources = Pick<ServingSources, 'announcements'> & {
  readonly catalogue: Pick<LiveCatalogue, 'servedWith' | 'declared' | 'refresh'>;
};

export const engineDeskFrom = (platform: Platform, { catalogue, announcements }: Sources): EngineDesk =>
  createEngineDesk(platform, {
    announcements,
    outlook: async (changes, atMs) => {
      const { file, served } = await catalogue.servedWith({ engineChanges: changes }, atMs);
      return outlookOf(served, file);
    },
    open: async (name, changes) => {
      const { served } = await catalogue.servedWith({ engineChanges: changes }, platform.clock.nowMs());
      const engine = engineFrom(name, served.config.engines[name]!, platform);
      return { engine, close: engine.close };
    },
    declared: catalogue.declared,
    refuseDeclared: (piece) => refuseDeclared(piece, catalogue.declared()),
    refresh: catalogue.refresh,
  });

const outlookOf = ({ config, problems }: ServedConfig, file: Config): EngineOutlook => ({
  engines: new Map(
    Object.entries(config.engines).map(([name, engine]) => [
      name,
      { settings: settingsOf(engine), hasKey: !!engine.apiKey },
    ]),
  ),
  models: new Map(
    [...config.models.models].map(([id, model]) => {
      const { kind, isDemonstration = false } = model;
      return [id, { kind, isDemonstration, ...enginesOf(model) }];
    }),
  ),
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
  ...(model.choose && { choose: model.choose }),
});
