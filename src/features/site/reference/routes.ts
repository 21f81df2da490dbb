/** GET /openapi.json for machines and GET /reference and its parts for people: written when first asked for, once for each catalogue. */

import { ServiceError } from '../../../core/errors.ts';
import type { Catalogue } from '../../../core/model.ts';
import { serviceNames } from '../../../core/service-names.ts';
import { escapeHtml } from '../../../lib/escape-html.ts';
import { nextTurn } from '../../../lib/next-turn.ts';
import type { Call, Route } from '../../../platform/http/call.ts';
import type { ReferenceDocument } from './document.ts';
import { ADDRESS_PLACE, referencePages } from './page.ts';
import { REFERENCE_STYLE } from './style.ts';

type Reference = {
  readonly catalogue: Catalogue;
  /** The description of the API for the models that there are now. */
  readonly describe: () => object;
  readonly named: () => Named;
};

/** `publicUrl`: where customers find the service; empty where the operator has not said it. */
type Named = { readonly publicUrl: string; readonly serviceName: string };

type Written = {
  readonly models: Catalogue['models'];
  readonly serviceName: string;
  readonly json: string;
  pages?: ReadonlyMap<string, string>;
};

/** Our own style and icon, and nothing else: the page has no script. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
const SAFE = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache' };
const PAGE_HEADERS = {
  ...SAFE,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CONTENT_POLICY,
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

export function referenceRoutes({ catalogue, describe, named }: Reference): readonly Route[] {
  let kept: Written | undefined;
  const written = (): Written => {
    const { models } = catalogue;
    const { serviceName } = named();
    if (kept?.models !== models || kept.serviceName !== serviceName) {
      kept = { models, serviceName, json: JSON.stringify(describe()) };
    }
    return kept;
  };
  const writtenPages = async (): Promise<ReadonlyMap<string, string>> => {
    const own = written();
    // Both at once would hold the loop for longer than one request should.
    if (own.pages === undefined) await nextTurn();
    own.pages ??= referencePages(JSON.parse(own.json) as ReferenceDocument, serviceNames(own.serviceName));
    return own.pages;
  };
  const addressFor = ({ request }: Call): string => `${new URL(named().publicUrl || request.url).origin}/v1`;
  const page = async (call: Call, path: string) => {
    const text = (await writtenPages()).get(path);
    if (text === undefined) throw new ServiceError('not_found', 'The reference has no such part.');
    return new Response(
      text.replaceAll(ADDRESS_PLACE, () => escapeHtml(addressFor(call))),
      { headers: PAGE_HEADERS },
    );
  };
  const json = () => new Response(written().json, { headers: { 'content-type': 'application/json' } });
  const style = () =>
    new Response(REFERENCE_STYLE, { headers: { ...SAFE, 'content-type': 'text/css; charset=utf-8' } });
  return [
    { method: 'GET', path: '/openapi.json', guard: 'none', handle: json },
    { method: 'GET', path: '/reference', guard: 'none', handle: (call) => page(call, '/reference') },
    {
      method: 'GET',
      path: '/reference/{part}',
      guard: 'none',
      handle: (call) => page(call, `/reference/${call.params.part}`),
    },
    { method: 'GET', path: '/reference.css', guard: 'none', handle: style },
  ];
}
