/**
 * The reference: everything that the OpenAPI document says, for people, on a page for each operation, in the frame of the
 * front. Search is a form, which the front's script sends while one types.
 */
import { serviceNames } from '../../../core/service-names.ts';
import { type Html, html } from '../../../lib/html.ts';
import type { Language } from '../front.ts';
import { baseAddress, type PageContent, type PageContext, pathTo } from '../site.ts';
import { operationsOf, type Placed, partsOf, type ReferenceDocument } from './document.ts';
import { operationMain } from './operation.ts';
import { schemaSection } from './schema.ts';
import { type ReferenceIndex, searchIn } from './search.ts';
import { referenceTexts } from './texts.ts';

/** The description, and what is found in it. */
export type Reference = { readonly document: ReferenceDocument; readonly index: ReferenceIndex };

const addressIn = (language: Language, page: string): string => `${pathTo('reference', language)}/${page}`;

/** The page by the last part of its address; '' is the first one. Undefined where there is none. */
export function referencePage(
  reference: Reference,
  { page, context }: { readonly page: string; readonly context: PageContext },
): PageContent | undefined {
  const { document } = reference;
  const { language, site } = context;
  const texts = referenceTexts[language];
  const framed = (title: string, description: string, main: Html): PageContent => ({
    title,
    description,
    main: html`<div class="wide reference">${contents(reference, page, context)}<article>${main}</article></div>\n`,
  });
  const titled = (title: string) => `${title} · ${texts.title}`;
  if (page === '') return framed(texts.title, texts.description(site.name), startMain(document, context));
  if (page === 'schemas') return framed(titled(texts.schemas), texts.schemasTitle, schemasMain(document, language));
  const placed = operationsOf(document).find(({ operation }) => operation.operationId === page);
  if (!placed) return undefined;
  const caller = { names: serviceNames(site.name), baseUrl: baseAddress(context.facts) };
  const { summary, description = '' } = placed.operation;
  const main = html`${wayBack(language)}${operationMain(placed, { document, caller, language })}`;
  return framed(titled(summary), `${placed.method} ${placed.path}. ${description}`, main);
}

const wayBack = (language: Language): Html =>
  html`<p class="back"><a href="${pathTo('reference', language)}">${referenceTexts[language].title}</a></p>`;

function startMain(document: ReferenceDocument, { language, site, facts }: PageContext): Html {
  const texts = referenceTexts[language];
  const parts = partsOf(document).map(
    ({ id, title, operations }) => html`<section aria-labelledby="${id}"><h2 id="${id}" lang="en">${title}</h2>
<dl lang="en">${operations.map((placed) => row(placed, language))}</dl></section>`,
  );
  return html`<h1>${texts.heading(site.name)}</h1>
<p class="lead" lang="en">${document.info.description}</p>${texts.language && html`<p>${texts.language}</p>`}
<h2>${texts.begin}</h2>
<dl class="rows card"><div><dt>${texts.address}</dt><dd><code>${baseAddress(facts)}</code></dd></div>
<div><dt>${texts.key}</dt><dd>${texts.keyText} <a href="/keys">${texts.keysPage}</a></dd></div></dl>
<p><a href="/openapi.json">${texts.machines}</a></p>
${parts}`;
}

const row = ({ method, path, operation }: Placed, language: Language): Html =>
  html`<div class="field"><dt><span class="method">${method}</span> <code>${path}</code></dt><dd><a href="${addressIn(language, operation.operationId)}">${operation.summary}</a></dd></div>`;

function schemasMain({ components }: ReferenceDocument, language: Language): Html {
  const sections = Object.entries(components.schemas).map(([name, schema]) => schemaSection(name, schema));
  return html`${wayBack(language)}<h1>${referenceTexts[language].schemasTitle}</h1><div lang="en">${sections}</div>`;
}

/** Search, and on a wide screen every operation. A narrow one has the list on the first page. */
function contents({ document, index }: Reference, open: string, { language, query }: PageContext): Html {
  const texts = referenceTexts[language];
  const entry = (page: string, text: string) =>
    html`<li><a href="${addressIn(language, page)}"${page === open && html` aria-current="page"`}>${text}</a></li>`;
  const parts = partsOf(document).map(
    ({ title, operations }) =>
      html`<li lang="en"><span>${title}</span><ul>${operations.map(({ operation }) => entry(operation.operationId, operation.summary))}</ul></li>`,
  );
  const { q = '' } = query;
  return html`<aside><form role="search" action="${pathTo('reference', language)}" data-live><label for="q">${texts.search}</label><input type="search" id="q" name="q" value="${q}" maxlength="100" autocomplete="off"><button>${texts.find}</button></form>
<div id="result" aria-live="polite">${q.trim() !== '' && hitList(index, q, language)}</div>
<nav aria-label="${texts.contents}"><ul>${parts}${entry('schemas', texts.schemas)}</ul></nav></aside>`;
}

function hitList(index: ReferenceIndex, query: string, language: Language): Html {
  const texts = referenceTexts[language];
  const hits = searchIn(index, query);
  if (hits.length === 0) return html`<p>${texts.nothing}</p>`;
  const rows = hits.map(
    ({ page, title, kind, inside }) =>
      html`<li><a href="${addressIn(language, page)}"><span lang="en">${title}</span></a> <span class="under">${kind || texts.type}${inside && html` · <code>${inside}</code>`}</span></li>`,
  );
  return html`<ul>${rows}</ul>`;
}
