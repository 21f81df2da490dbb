/** The pages for visitors, in each language, and the files that they name. */
import { ServiceError } from '../../core/errors.ts';
import type { CompressedFile } from '../../lib/compressed-file.ts';
import type { Call, Route } from '../../platform/http/call.ts';
import { answerCompressed } from '../../platform/http/compressed-answer.ts';
import { queryOf } from '../../platform/http/page-route.ts';
import { LANGUAGES, type Language } from './front.ts';
import { isPage, renderFrontPage, robots, sitemap } from './front-pages.ts';
import { preferredLanguage } from './language.ts';
import { pageHeaders } from './page-headers.ts';
import type { Reference } from './reference/page.ts';
import { type FrontFacts, type FrontPath, type FrontSite, PAGE_NAMES, pathTo } from './site.ts';

export type FrontLook = {
  readonly site: FrontSite;
  /** The files by name, as in /front/{name}. */
  readonly files: ReadonlyMap<string, CompressedFile>;
};

type FrontPages = {
  /** The same object until the operator changes something of it. */
  readonly look: () => Promise<FrontLook>;
  /** For some seconds the same object. */
  readonly facts: () => Promise<FrontFacts>;
  readonly compress: (html: string) => Promise<CompressedFile>;
  /** True where these cookies belong to a signed-in user. */
  readonly isSignedIn: (cookies: string) => Promise<boolean>;
  readonly reference: () => Promise<Reference>;
  /** Without the pages for visitors the reference is there alone. */
  readonly hasPages: boolean;
};

const PAGE_HEADERS = pageHeaders("img-src 'self'", "font-src 'self'");
/** A logo may be an SVG with scripts in it: opened by itself, nothing of it runs. */
const FILE_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
};
const HOUR = { 'cache-control': 'max-age=3600' };

export function frontRoutes(pages: FrontPages): readonly Route[] {
  const show = createPages(pages);
  const page = (name: FrontPath, language?: Language): Route => ({
    method: 'GET',
    path: pathTo(name, language),
    guard: 'none',
    handle: (call) => show(call, name, language),
  });
  const home: Route = {
    ...page(''),
    guard: 'none',
    handle: async (call) => ((await isSignedIn(call, pages)) ? toSettings() : show(call, '')),
  };
  const referenceIn = (language?: Language): readonly Route[] => [
    page('reference', language),
    {
      ...page('reference/{page}', language),
      guard: 'none',
      handle: (call) => show(call, `reference/${call.params.page}`, language),
    },
  ];
  const always: readonly Route[] = [
    ...[undefined, ...LANGUAGES].flatMap(referenceIn),
    { method: 'GET', path: '/front/{name}', guard: 'none', handle: (call) => file(call, pages) },
  ];
  if (!pages.hasPages) return always;
  return [
    home,
    ...always,
    ...PAGE_NAMES.filter((name) => name !== '').map((name) => page(name)),
    ...LANGUAGES.flatMap((language) => PAGE_NAMES.map((name) => page(name, language))),
    textRoute('/sitemap.xml', 'application/xml', async () => sitemap((await pages.look()).site, await pages.facts())),
    textRoute('/robots.txt', 'text/plain', async () => robots((await pages.facts()).origin)),
  ];
}

type KeptPage = { readonly facts: FrontFacts; readonly site: FrontSite; readonly file: Promise<CompressedFile> };

/** A page is made once for as long as its facts hold, and anew for each question to the calculator or the search. */
function createPages({ look, facts, compress, reference }: FrontPages) {
  const kept = new Map<string, KeptPage>();

  async function fileOf(name: FrontPath, language: Language, query: Record<string, string>): Promise<CompressedFile> {
    const now = await facts();
    const { site } = await look();
    const described = isPage(name) ? undefined : await reference();
    const make = () => compress(renderFrontPage(name, { site, facts: now, language, query }, described));
    if (Object.keys(query).length > 0) return make();
    const path = pathTo(name, language);
    const last = kept.get(path);
    if (last?.facts === now && last.site === site) return last.file;
    const fresh = { facts: now, site, file: make() };
    kept.set(path, fresh);
    return fresh.file;
  }

  return async (call: Call, name: FrontPath, chosen?: Language): Promise<Response> => {
    const language = chosen ?? preferredLanguage(call.request.headers.get('accept-language') ?? '');
    // Only the calculator and the search ask anything.
    const query = name === 'pricing' || name === 'reference' ? queryOf(call.request) : {};
    const varies = chosen ? undefined : name === '' ? 'accept-language, cookie' : 'accept-language';
    return answerCompressed(call, await fileOf(name, language, query), {
      ...PAGE_HEADERS,
      'content-language': language,
      ...(varies && { vary: varies }),
    });
  };
}

/** Where that is unknown now, the reader is a visitor. */
async function isSignedIn({ request }: Call, pages: FrontPages): Promise<boolean> {
  const cookies = request.headers.get('cookie');
  return cookies !== null && (await pages.isSignedIn(cookies).catch(() => false));
}

const toSettings = (): Response =>
  new Response(null, { status: 302, headers: { location: '/keys', vary: 'cookie', 'cache-control': 'no-store' } });

async function file(call: Call, { look }: FrontPages): Promise<Response> {
  const found = (await look()).files.get(call.params.name ?? '');
  if (!found) throw new ServiceError('not_found', 'There is no such file.');
  return answerCompressed(call, found, FILE_HEADERS);
}

const textRoute = (path: string, type: string, text: () => Promise<string>): Route => ({
  method: 'GET',
  path,
  guard: 'none',
  handle: async () => new Response(await text(), { headers: { ...HOUR, 'content-type': `${type}; charset=utf-8` } }),
});
