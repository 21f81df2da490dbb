/** The description of the API: for machines at /openapi.json, and for the pages of the reference. */

import type { Catalogue } from '../../../core/model.ts';
import { nextTurn } from '../../../lib/next-turn.ts';
import type { Route } from '../../../platform/http/call.ts';
import type { ReferenceDocument } from './document.ts';
import type { Reference } from './page.ts';
import { indexOf } from './search.ts';

type Described = {
  readonly catalogue: Catalogue;
  /** The description of the API for the models that there are now. */
  readonly describe: () => object;
  readonly serviceName: () => string;
};

type Written = {
  readonly models: Catalogue['models'];
  readonly serviceName: string;
  readonly json: string;
  reference?: Reference;
};

/** Written when first asked for, once for each catalogue and name. */
export function createReference({ catalogue, describe, serviceName }: Described) {
  let kept: Written | undefined;
  const written = (): Written => {
    const { models } = catalogue;
    const name = serviceName();
    if (kept?.models !== models || kept.serviceName !== name) {
      kept = { models, serviceName: name, json: JSON.stringify(describe()) };
    }
    return kept;
  };
  const json = () => new Response(written().json, { headers: { 'content-type': 'application/json' } });
  return {
    route: { method: 'GET', path: '/openapi.json', guard: 'none', handle: json } satisfies Route,
    read: async (): Promise<Reference> => {
      const own = written();
      // Both at once would hold the loop for longer than one request should.
      if (own.reference === undefined) await nextTurn();
      own.reference ??= read(own.json);
      return own.reference;
    },
  };
}

function read(json: string): Reference {
  const document = JSON.parse(json) as ReferenceDocument;
  return { document, index: indexOf(document) };
}
