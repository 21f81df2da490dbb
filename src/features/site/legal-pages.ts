/** Terms and privacy: the operator's texts, or ours as an example that says that it is one. */
import { type Html, html } from '../../lib/html.ts';
import { exampleTexts } from './example-texts.ts';
import { frameTexts } from './frame.ts';
import { legalTexts } from './legal.ts';
import { renderMarkdown } from './simple-markdown.ts';
import type { PageContent, PageContext } from './site.ts';

export const termsPage = (context: PageContext): PageContent => legalPage('terms', context);
export const privacyPage = (context: PageContext): PageContent => legalPage('privacy', context);

function legalPage(name: 'terms' | 'privacy', { site, facts, language }: PageContext): PageContent {
  const own = site.front[name]?.[language];
  const texts = legalTexts[language];
  const title = frameTexts[language][name];
  const example = () => exampleTexts(site, facts.origin)[name][language];
  return {
    title,
    description: texts.description(title, site.name),
    isHidden: own === undefined,
    main: html`<div class="wide text"><h1>${title}</h1>${own === undefined && warning(texts.example)}
${renderMarkdown(own ?? example())}</div>
`,
  };
}

const warning = (text: string): Html => html`<p class="callout warn" role="note"><strong>${text}</strong></p>`;
