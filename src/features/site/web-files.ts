/** The pages: one document for every address of theirs, and the files it names. */
import { ServiceError } from '../../core/errors.ts';
import type { CompressedFile } from '../../lib/compressed-file.ts';
import type { Call, Route } from '../../platform/http/call.ts';
import { answerCompressed } from '../../platform/http/compressed-answer.ts';
import { ANYWHERE, nothingHere } from '../../platform/http/routing.ts';
import { pathOf } from '../../platform/http/target.ts';
import { pageHeaders } from './page-headers.ts';

/** The bundle of the pages: the one document, and the files it names. */
type WebFiles = { readonly page: CompressedFile; readonly assets: ReadonlyMap<string, CompressedFile> };

/** Every address of a page. The script in the document knows what to show there. */
const PAGES = [
  '/',
  '/sign-in',
  '/sign-up',
  '/welcome',
  '/verified',
  '/forgotten',
  '/reset',
  '/two-factor',
  '/keys',
  '/usage',
  '/requests/{id}',
  '/batches',
  '/billing',
  '/billing/{part}',
  '/orders/{id}',
  '/statements/{month}',
  '/playground',
  '/quick-start',
  '/team',
  '/activity',
  '/tokens',
  '/webhooks',
  '/join',
  '/account',
  '/operator',
  '/operator/{part}',
  '/operator/customers/{id}',
  '/operator/settings/{part}',
];

const PAGE_HEADERS = pageHeaders("img-src 'self' data:", "font-src 'self'");
const ASSET_HEADERS = { 'cache-control': 'public, max-age=31536000, immutable', 'x-content-type-options': 'nosniff' };

/** The files are asked for at each request. */
export function webRoutes(files: () => Promise<WebFiles>): readonly Route[] {
  const page = (path: string): Route => ({
    method: 'GET',
    path,
    guard: 'none',
    handle: async (call) => answerCompressed(call, (await files()).page, PAGE_HEADERS),
  });
  const asset = async (call: Call): Promise<Response> => {
    const file = (await files()).assets.get(call.params.name ?? '');
    if (!file) throw new ServiceError('not_found', 'There is no such file.');
    return answerCompressed(call, file, ASSET_HEADERS);
  };
  const lost = async (call: Call): Promise<Response> => {
    if (!isForPeople(call)) throw nothingHere();
    const { body, headers } = answerCompressed(call, (await files()).page, PAGE_HEADERS);
    return new Response(body, { status: 404, headers });
  };
  return [
    ...PAGES.map(page),
    { method: 'GET', path: '/assets/{name}', guard: 'none', handle: asset },
    { method: 'GET', path: ANYWHERE, guard: 'none', handle: lost },
  ];
}

/** A mistyped address in a browser shows a page that says so; programs get the error that they can read. */
function isForPeople({ request }: Call): boolean {
  const isOfApi = /^\/(?:v1|api|assets)(?:\/|$)/.test(pathOf(request));
  return !isOfApi && (request.headers.get('accept') ?? '').includes('text/html');
}
