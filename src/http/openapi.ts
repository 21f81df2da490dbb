import type { Limits } from '../domain/limits.ts';
import type { Catalogue } from '../domain/model.ts';
import { openapiDocument } from '../wire/openapi.ts';

/** GET /openapi.json: written once for each catalogue, from the same schemas that check requests. */
export const openapi = (limits: Limits, catalogue: Catalogue) => {
  const write = () => ({ models: catalogue.models, document: JSON.stringify(openapiDocument(limits, catalogue)) });
  let written = write();
  return (): Response => {
    if (written.models !== catalogue.models) written = write();
    return new Response(written.document, { headers: { 'content-type': 'application/json' } });
  };
};
