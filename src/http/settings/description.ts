/** GET /api/openapi.json and GET /api/operator/openapi.json: the settings API for machines, each for those who may ask it. */
import type { Limits } from '../../domain/limits.ts';
import type { Catalogue } from '../../domain/model.ts';
import type { MemberAction } from '../../domain/roles.ts';
import { OPERATOR_SCOPE_NAMES, scopesFor } from '../../domain/token-scopes.ts';
import { openapiDocument } from '../../wire/openapi.ts';
import { settingsDocument } from '../../wire/settings-openapi.ts';
import type { Route } from '../call.ts';
import { ROUTE_SCOPES } from '../operator/route-scopes.ts';
import { methodAndPath, PRIVATE } from '../page-route.ts';
import { fileRoute } from './route.ts';
import { ROUTE_ACTIONS } from './route-actions.ts';

type DescriptionParts = { readonly limits: Limits; readonly catalogue: Catalogue; readonly serviceName: string };

/** Written when first asked for, once for each catalogue. */
export function descriptionRoutes({ limits, catalogue, serviceName }: DescriptionParts): readonly Route[] {
  let kept: { readonly models: Catalogue['models']; readonly json: string } | undefined;
  const written = (): string => {
    const { models } = catalogue;
    if (kept?.models === models) return kept.json;
    const { paths, components } = openapiDocument(limits, catalogue, serviceName);
    const chat = { operation: paths['/v1/chat/completions'].post, schemas: components.schemas };
    kept = {
      models,
      json: JSON.stringify(settingsDocument('customer', { serviceName, chat, scopesOf: scopesOfRoute })),
    };
    return kept.json;
  };
  return [fileRoute('GET /api/openapi.json', () => answer(written()))];
}

const OPERATOR_DESCRIPTION = 'GET /api/operator/openapi.json';

export function operatorDescriptionRoutes(serviceName: string): readonly Route[] {
  let kept: string | undefined;
  const written = (): string => {
    kept ??= JSON.stringify(settingsDocument('operator', { serviceName, scopesOf: operatorScopesOf }));
    return kept;
  };
  return [
    {
      ...methodAndPath(OPERATOR_DESCRIPTION),
      guard: 'operator',
      scopes: OPERATOR_SCOPE_NAMES,
      handle: () => answer(written()),
    },
  ];
}

function scopesOfRoute(name: string): readonly string[] {
  const action = (ROUTE_ACTIONS as Readonly<Partial<Record<string, MemberAction>>>)[name];
  return action ? scopesFor(action) : [];
}

function operatorScopesOf(name: string): readonly string[] {
  if (name === OPERATOR_DESCRIPTION) return OPERATOR_SCOPE_NAMES;
  const scope = (ROUTE_SCOPES as Readonly<Partial<Record<string, string>>>)[name];
  return scope ? [scope] : [];
}

function answer(json: string): Response {
  return new Response(json, { headers: { ...PRIVATE, 'content-type': 'application/json' } });
}
