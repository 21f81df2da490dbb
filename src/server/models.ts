/** Models as operators change them: the live catalogue → what it would come to → the service. */

import { createModels, type ModelService, type ModelSources } from '../features/catalogue/service.ts';
import type { Platform } from '../platform/platform.ts';
import type { LiveCatalogue } from './catalogue.ts';
import { EMBEDDED } from './configuration/catalogue.ts';
import { refuseDeclared } from './decided/ownership.ts';

type Sources = Pick<ModelSources, 'announcements'> & {
  readonly catalogue: Pick<LiveCatalogue, 'servedWith' | 'declared' | 'refresh'>;
};

export const modelsFrom = (platform: Platform, { catalogue, announcements }: Sources): ModelService =>
  createModels(platform, {
    announcements,
    outlook: async (said, atMs) => {
      const { config, base, problems } = (await catalogue.servedWith(said, atMs)).served;
      return {
        catalogue: config.models,
        given: new Set(base.models.models.keys()),
        choices: [...Object.keys(config.engines), ...(config.embedded.enabled ? [EMBEDDED] : [])],
        problems,
      };
    },
    declared: catalogue.declared,
    refuseDeclared: (piece) => refuseDeclared(piece, catalogue.declared()),
    refresh: catalogue.refresh,
  });
