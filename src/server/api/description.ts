/**
 * GET /api/openapi.json and GET /api/operator/openapi.json, each for those who may ask what it describes. Programs read what
 * is for programs; a session reads what the pages ask.
 */
import type { Limits } from '../../core/limits.ts';
import type { Catalogue } from '../../core/model.ts';
import { openapiDocument } from '../../gateway/openapi/openapi.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import { PRIVATE } from '../../platform/http/page-route.ts';
import type { Platform } from '../../platform/platform.ts';
import { description, operatorDescription } from './contracts.ts';
import { programsDocument, settingsDocument } from './settings-openapi.ts';

/** Written when first asked for, once for each catalogue. */
export function descriptionRoutes(
  platform: Platform,
  { limits, catalogue }: { readonly limits: Limits; readonly catalogue: Catalogue },
): readonly Route[] {
  let kept: { readonly models: Catalogue['models']; readonly serviceName: string; readonly json: string } | undefined;
  const written = (): string => {
    const { models } = catalogue;
    const { serviceName } = platform;
    if (kept?.models === models && kept.serviceName === serviceName) return kept.json;
    const { paths, components } = openapiDocument(limits, catalogue, serviceName);
    const chat = { operation: paths['/v1/chat/completions'].post, schemas: components.schemas };
    kept = {
      models,
      serviceName,
      json: JSON.stringify(settingsDocument('customer', { serviceName, chat })),
    };
    return kept.json;
  };
  const forPrograms = onceNamed(platform, (serviceName) => programsDocument('customer', serviceName));
  return implement(description, { read: ({ person }) => answer(person.token ? forPrograms() : written()) });
}

export function operatorDescriptionRoutes(platform: Platform): readonly Route[] {
  const forPages = onceNamed(platform, (serviceName) => settingsDocument('operator', { serviceName }));
  const forPrograms = onceNamed(platform, (serviceName) => programsDocument('operator', serviceName));
  return implement(operatorDescription, {
    read: ({ operator }) => answer(operator.token ? forPrograms() : forPages()),
  });
}

/** Written once for each name that the service has. */
function onceNamed(platform: Pick<Platform, 'serviceName'>, write: (serviceName: string) => object): () => string {
  let kept: { readonly serviceName: string; readonly json: string } | undefined;
  return () => {
    const { serviceName } = platform;
    if (kept?.serviceName !== serviceName) kept = { serviceName, json: JSON.stringify(write(serviceName)) };
    return kept.json;
  };
}

function answer(json: string): Response {
  return new Response(json, { headers: { ...PRIVATE, 'content-type': 'application/json' } });
}
