/** GET /api/openapi.json and GET /api/operator/openapi.json: the settings API for machines, each for those who may ask it. */
import type { Limits } from '../../core/limits.ts';
import type { Catalogue } from '../../core/model.ts';
import type { MemberAction } from '../../core/roles.ts';
import { OPERATOR_SCOPE_NAMES, scopesFor } from '../../core/token-scopes.ts';
import { openapiDocument } from '../../gateway/openapi/openapi.ts';
import { implement, isOperatorScope } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import { methodAndPath, PRIVATE } from '../../platform/http/page-route.ts';
import { CONTRACT_ROUTES, description } from './contracts.ts';
import { ROUTE_SCOPES } from './route-scopes.ts';
import { settingsDocument } from './settings-openapi.ts';

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
  return implement(description, { read: () => answer(written()) });
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
  const { needs } = CONTRACT_ROUTES[name] ?? {};
  return needs ? scopesFor(needs as MemberAction) : [];
}

function operatorScopesOf(name: string): readonly string[] {
  const { needs } = CONTRACT_ROUTES[name] ?? {};
  if (needs) return isOperatorScope(needs) ? [needs] : [];
  if (name === OPERATOR_DESCRIPTION) return OPERATOR_SCOPE_NAMES;
  const scope = (ROUTE_SCOPES as Readonly<Partial<Record<string, string>>>)[name];
  return scope ? [scope] : [];
}

function answer(json: string): Response {
  return new Response(json, { headers: { ...PRIVATE, 'content-type': 'application/json' } });
}
