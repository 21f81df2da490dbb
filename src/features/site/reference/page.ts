/**
 * The reference: everything that the OpenAPI document says, for people, on a page for each part of the interface. It has no
 * script and needs none.
 */
import type { ServiceNames } from '../../../core/service-names.ts';
import { type Html, html } from '../../../lib/html.ts';
import { type Placed, partsOf, type ReferenceDocument, SCHEMAS_PATH } from './document.ts';
import { example, operationSection } from './operation.ts';
import { schemaSection } from './schema.ts';

/** Where the public address of the service is to be put in. */
export const ADDRESS_PLACE = 'https://boreal.invalid/v1';

type Page = { readonly path: string; readonly title: string; readonly main: Html };

/** Every page by its path. */
export function referencePages(document: ReferenceDocument, names: ServiceNames): ReadonlyMap<string, string> {
  const contents = contentsOf(document);
  const pages = [startPage(document, names), ...partPages(document, names), schemasPage(document)];
  return new Map(pages.map((page) => [page.path, withFrame(page, { contents, names })]));
}

const pathOf = (part: string): string => `/reference/${part}`;

function startPage(document: ReferenceDocument, { addressVariable, keyVariable }: ServiceNames): Page {
  const variables = `export ${addressVariable}=${ADDRESS_PLACE}\nexport ${keyVariable}=sk-…`;
  const rows = partsOf(document).flatMap(({ id, operations }) => operations.map((placed) => row(id, placed)));
  return {
    path: '/reference',
    title: 'API reference',
    main: html`<p>${document.info.description}</p>
<section><h2 id="begin">Before you begin</h2>
<p>Every operation under <code>/v1</code> takes an API key in the header <code>Authorization: Bearer</code>. Make one on the
page <a href="/keys">API</a> of the settings area. The examples take the address and the key from the environment:</p>
${example('Once in your terminal', variables)}</section>
<section><h2 id="operations">Operations</h2>
<dl class="codes">${rows}</dl></section>
`,
  };
}

const row = (part: string, { method, path, operation }: Placed): Html =>
  html`<div class="field"><dt><span class="method">${method}</span> <code>${path}</code></dt><dd><a href="${pathOf(part)}#${operation.operationId}">${operation.summary}</a></dd></div>`;

const partPages = (document: ReferenceDocument, names: ServiceNames): readonly Page[] =>
  partsOf(document).map(({ id, title, operations }) => ({
    path: pathOf(id),
    title,
    main: html`${operations.map((placed) => operationSection(placed, { document, names }))}`,
  }));

const schemasPage = ({ components }: ReferenceDocument): Page => ({
  path: SCHEMAS_PATH,
  title: 'Schemas',
  main: html`<h2 id="schemas">Types of requests and answers</h2>
${Object.entries(components.schemas).map(([name, schema]) => schemaSection(name, schema))}`,
});

type Contents = { readonly path: string; readonly title: string; readonly entries: readonly Html[] };

function contentsOf(document: ReferenceDocument): readonly Contents[] {
  const entry = (path: string, id: string, name: string): Html => html`<li><a href="${path}#${id}">${name}</a></li>`;
  const parts = partsOf(document).map(({ id, title, operations }) => ({
    path: pathOf(id),
    title,
    entries: operations.map(({ operation }) => entry(pathOf(id), operation.operationId, operation.summary)),
  }));
  const names = Object.keys(document.components.schemas);
  const schemas = names.map((name) => entry(SCHEMAS_PATH, `schema-${name}`, name));
  return [...parts, { path: SCHEMAS_PATH, title: 'Schemas', entries: schemas }];
}

type Frame = { readonly contents: readonly Contents[]; readonly names: ServiceNames };

/** The contents list every part, and what is inside the one that is open. */
function withFrame({ path, title, main }: Page, { contents, names }: Frame): string {
  const isStart = path === '/reference';
  const parts = contents.map((part) => {
    const isOpen = part.path === path;
    return html`<li><a href="${part.path}"${isOpen && html` aria-current="page"`}>${part.title}</a>${
      isOpen && html`<ul>${part.entries}</ul>`
    }</li>`;
  });
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${isStart ? title : `${title} · API reference`} · ${names.name}</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/reference.css">
</head>
<body>
<header>
<h1>${isStart ? `${names.name} API reference` : title}</h1>
<p>${!isStart && html`<a href="/reference">API reference</a> · `}<a href="/quick-start">Quick start</a> · <a href="/openapi.json">The same for machines (OpenAPI 3.1)</a></p>
</header>
<div class="columns">
<nav aria-label="Contents">
<ul>${parts}</ul>
</nav>
<main>
${main}</main>
</div>
</body>
</html>
`.text;
}
