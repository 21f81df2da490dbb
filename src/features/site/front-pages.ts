/** Every page of the front as HTML, and what search engines get of them. */

import { ServiceError } from '../../core/errors.ts';
import { html } from '../../lib/html.ts';
import { contactPage } from './contact-page.ts';
import { docsPage } from './docs-page.ts';
import { LANGUAGES } from './front.ts';
import { homePage } from './home-page.ts';
import { privacyPage, termsPage } from './legal-pages.ts';
import { modelsPage } from './models-page.ts';
import { renderPage } from './page.ts';
import { pricingPage } from './pricing-page.ts';
import { type Reference, referencePage } from './reference/page.ts';
import {
  type FrontFacts,
  type FrontPath,
  type FrontSite,
  PAGE_NAMES,
  type PageContent,
  type PageContext,
  type PageName,
  pathTo,
} from './site.ts';
import { statusPage } from './status-page.ts';

const PAGES: Readonly<Record<PageName, (context: PageContext) => PageContent>> = {
  '': homePage,
  pricing: pricingPage,
  models: modelsPage,
  status: statusPage,
  docs: docsPage,
  terms: termsPage,
  privacy: privacyPage,
  contact: contactPage,
};

export function renderFrontPage(name: FrontPath, context: PageContext, reference: Reference | undefined): string {
  if (isPage(name)) return renderPage(name, PAGES[name](context), context);
  const page = name.slice('reference/'.length);
  const content = reference && referencePage(reference, { page, context });
  if (!content) throw new ServiceError('not_found', 'The reference has no such page.');
  return renderPage(name, content, context);
}

export const isPage = (name: FrontPath): name is PageName => Object.hasOwn(PAGES, name);

/** Every page in every language; the example of a legal text is not for search engines. */
export function sitemap({ front }: FrontSite, { origin }: FrontFacts): string {
  const pages = PAGE_NAMES.filter((name) => (name === 'terms' || name === 'privacy' ? front[name] !== null : true));
  const names: readonly FrontPath[] = [...pages, 'reference'];
  const alternates = (name: FrontPath) =>
    LANGUAGES.map((one) => html`<xhtml:link rel="alternate" hreflang="${one}" href="${origin + pathTo(name, one)}"/>`);
  const urls = names.flatMap((name) =>
    LANGUAGES.map((one) => html`<url><loc>${origin + pathTo(name, one)}</loc>${alternates(name)}</url>\n`),
  );
  return html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls}</urlset>
`.text;
}

/** The settings area and the API are nothing to be found. */
export const robots = (origin: string): string => `User-agent: *
Disallow: /api/
Disallow: /v1/

Sitemap: ${origin}/sitemap.xml
`;
