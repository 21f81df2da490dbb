/** GET /openapi.json for machines and GET /reference for people: written once for each catalogue, from one document. */
import type { Limits } from '../../domain/limits.ts';
import type { Catalogue } from '../../domain/model.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { openapiDocument } from '../../wire/openapi.ts';
import type { Call, Route } from '../call.ts';
import type { ReferenceDocument } from './document.ts';
import { ADDRESS_PLACE, referencePage } from './page.ts';
import { REFERENCE_STYLE } from './style.ts';

type Parts = {
  readonly limits: Limits;
  readonly catalogue: Catalogue;
  /** Where customers find the service; empty where the operator has not said it. */
  readonly publicUrl: string;
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

export function referenceRoutes({ limits, catalogue, publicUrl }: Parts): readonly Route[] {
  const write = () => {
    const json = JSON.stringify(openapiDocument(limits, catalogue));
    return { models: catalogue.models, json, page: referencePage(JSON.parse(json) as ReferenceDocument) };
  };
  // Written before the first request, because it takes longer than a request should.
  let kept = write();
  const written = () => {
    if (kept.models !== catalogue.models) kept = write();
    return kept;
  };
  const addressFor = ({ request }: Call): string => `${new URL(publicUrl || request.url).origin}/v1`;
  const page = (call: Call) =>
    new Response(
      written().page.replaceAll(ADDRESS_PLACE, () => escapeHtml(addressFor(call))),
      { headers: PAGE_HEADERS },
    );
  const json = () => new Response(written().json, { headers: { 'content-type': 'application/json' } });
  const style = () =>
    new Response(REFERENCE_STYLE, { headers: { ...SAFE, 'content-type': 'text/css; charset=utf-8' } });
  return [
    { method: 'GET', path: '/openapi.json', guard: 'none', handle: json },
    { method: 'GET', path: '/reference', guard: 'none', handle: page },
    { method: 'GET', path: '/reference.css', guard: 'none', handle: style },
  ];
}
