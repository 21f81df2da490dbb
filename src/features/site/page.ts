/** The frame of all pages of the front: head, navigation, foot. Where the front is off, the reference has the head alone. */

import { addressOf } from '../../core/offer.ts';
import { type Html, html } from '../../lib/html.ts';
import { frameTexts } from './frame.ts';
import { LANGUAGES, type Language } from './front.ts';
import { type FrontPath, type PageContent, type PageContext, pathTo } from './site.ts';

const LOCALES = { cs: 'cs_CZ', en: 'en_GB' } as const;
const NAVIGATION = ['models', 'pricing', 'docs', 'status'] as const;

export function renderPage(name: FrontPath, content: PageContent, context: PageContext): string {
  const { language, site } = context;
  const texts = frameTexts[language];
  const page = html`<!doctype html>
<html lang="${language}">
<head>
${head(name, content, context)}
</head>
<body>
<a class="skip" href="#main">${texts.skip}</a>
<header class="top"><div class="wide">
<a class="brand" href="${site.front.enabled ? pathTo('', language) : '/'}">${logo(context)}<span>${site.name}</span></a>
${site.front.enabled && html`<nav aria-label="${texts.main}">${NAVIGATION.map((one) => navigationLink(one, name, language))}</nav>`}
<div class="actions">${languageLink(name, language)}${account(context)}</div>
</div></header>
<main id="main" tabindex="-1">
${content.main}</main>
${site.front.enabled && foot(context)}
</body>
</html>
`;
  return page.text;
}

function head(
  name: FrontPath,
  { title, description, isHidden }: PageContent,
  { site, facts, language }: PageContext,
): Html {
  const address = (one?: Language) => facts.origin + pathTo(name, one);
  const whole = name === '' ? `${site.name}: ${title}` : `${title} · ${site.name}`;
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${whole}</title>
<meta name="description" content="${description}">
${isHidden && html`<meta name="robots" content="noindex">\n`}<link rel="canonical" href="${address(language)}">
${LANGUAGES.map((one) => html`<link rel="alternate" hreflang="${one}" href="${address(one)}">\n`)}<link rel="alternate" hreflang="x-default" href="${address()}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${site.name}">
<meta property="og:title" content="${whole}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${address(language)}">
<meta property="og:locale" content="${LOCALES[language]}">
${LANGUAGES.filter((one) => one !== language).map((one) => html`<meta property="og:locale:alternate" content="${LOCALES[one]}">\n`)}<meta name="twitter:card" content="summary">
<link rel="icon" href="${site.files.logo}">
<link rel="preload" href="/assets/inter-4.1.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${site.files.style}">
<script type="module" src="${site.files.script}"></script>`;
}

function logo({ site: { files } }: PageContext): Html {
  const image = html`<img src="${files.logo}" alt="" height="30">`;
  if (files.logoDark === undefined) return image;
  return html`<picture><source srcset="${files.logoDark}" media="(prefers-color-scheme: dark)">${image}</picture>`;
}

function navigationLink(one: (typeof NAVIGATION)[number], name: FrontPath, language: Language): Html {
  const current = one === name && html` aria-current="page"`;
  return html`<a href="${pathTo(one, language)}"${current}>${frameTexts[language].pages[one]}</a>`;
}

function languageLink(name: FrontPath, language: Language): Html {
  const other = language === 'cs' ? 'en' : 'cs';
  return html`<a class="language" href="${pathTo(name, other)}" hreflang="${other}" lang="${other}">${frameTexts[language].otherLanguage}</a>`;
}

function account({ facts, language }: PageContext): Html {
  const texts = frameTexts[language];
  const signUp = facts.signUp === 'open' && html`<a class="button" href="/sign-up">${texts.signUp}</a>`;
  return html`<a class="quiet" href="/sign-in">${texts.signIn}</a>${signUp}`;
}

function foot({ site, language }: PageContext): Html {
  const texts = frameTexts[language];
  const link = (page: FrontPath, text: string) => html`<li><a href="${pathTo(page, language)}">${text}</a></li>`;
  return html`<footer><div class="wide columns">
<div><p class="brand">${site.name}</p>${seller(site.seller, language)}</div>
<nav aria-label="${texts.service}"><h2>${texts.service}</h2><ul>${link('models', texts.pages.models)}${link('pricing', texts.pages.pricing)}${link('status', texts.pages.status)}</ul></nav>
<nav aria-label="${texts.help}"><h2>${texts.help}</h2><ul>${link('docs', texts.pages.docs)}${link('reference', texts.reference)}${link('contact', texts.contact)}</ul></nav>
<nav aria-label="${texts.legal}"><h2>${texts.legal}</h2><ul>${link('terms', texts.terms)}${link('privacy', texts.privacy)}</ul></nav>
</div></footer>`;
}

function seller(one: PageContext['site']['seller'], language: Language): Html | undefined {
  if (!one) return undefined;
  const texts = frameTexts[language];
  return html`<p>${one.name}${addressOf(one) && html`<br>${addressOf(one)}`}${one.companyId && html`<br>${texts.companyId} ${one.companyId}`}${one.vatId && html`<br>${texts.vatId} ${one.vatId}`}</p>`;
}
