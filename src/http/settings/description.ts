/** GET /api/openapi.json and GET /api/operator/openapi.json: the settings API for machines, each for those who may ask it. */
import type { Limits } from '../../domain/limits.ts';
import type { Catalogue } from '../../domain/model.ts';
import { openapiDocument } from '../../wire/openapi.ts';
import { settingsDocument } from '../../wire/settings-openapi.ts';
import type { Route } from '../call.ts';
import { PRIVATE } from '../page-route.ts';
import { fileRoute } from './route.ts';

type DescriptionParts = { readonly limits: Limits; readonly catalogue: Catalogue };

/** Written when first asked for, once for each catalogue. */
export function descriptionRoutes({ limits, catalogue }: DescriptionParts): readonly Route[] {
  let kept: { readonly models: Catalogue['models']; readonly json: string } | undefined;
  const written = (): string => {
    const { models } = catalogue;
    if (kept?.models === models) return kept.json;
    const { paths, components } = openapiDocument(limits, catalogue);
    const chat = { operation: paths['/v1/chat/completions'].post, schemas: components.schemas };
    kept = { models, json: JSON.stringify(settingsDocument('customer', chat)) };
    return kept.json;
  };
  return [fileRoute('GET /api/openapi.json', () => answer(written()))];
}

export function operatorDescriptionRoutes(): readonly Route[] {
  let kept: string | undefined;
  const written = (): string => {
    kept ??= JSON.stringify(settingsDocument('operator'));
    return kept;
  };
  return [{ method: 'GET', path: '/api/operator/openapi.json', guard: 'operator', handle: () => answer(written()) }];
}

function answer(json: string): Response {
  return new Response(json, { headers: { ...PRIVATE, 'content-type': 'application/json' } });
}
