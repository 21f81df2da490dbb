import type { Limits } from '../domain/limits.ts';
import type { Catalogue } from '../domain/model.ts';
import { openapiDocument } from '../wire/openapi.ts';

/** GET /openapi.json: written once, from the same schemas that check requests. */
export const openapi = (limits: Limits, catalogue: Catalogue) => {
  const document = JSON.stringify(openapiDocument(limits, catalogue));
  return (): Response => new Response(document, { headers: { 'content-type': 'application/json' } });
};
