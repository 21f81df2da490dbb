/** The reference page: everything that the OpenAPI document says, for people. It has no script and needs none. */

import { type Html, html } from '../../lib/html.ts';
import { operationsOf, type ReferenceDocument } from './document.ts';
import { example, operationSection } from './operation.ts';
import { schemaSection } from './schema.ts';

/** Where the public address of the service is to be put in. */
export const ADDRESS_PLACE = 'https://boreal.invalid/v1';

export function referencePage(document: ReferenceDocument): string {
  const operations = operationsOf(document);
  const schemas = Object.entries(document.components.schemas);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API reference · ${document.info.title}</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/reference.css">
</head>
<body>
<header>
<h1>${document.info.title} API reference</h1>
<p>${document.info.description}</p>
<p><a href="/quick-start">Quick start</a> · <a href="/openapi.json">The same for machines (OpenAPI 3.1)</a></p>
</header>
<div class="columns">
<nav aria-label="Contents">
<h2>Operations</h2>
<ul>${operations.map(({ operation }) => entry(operation.operationId, operation.summary))}</ul>
<h2><a href="#schemas">Schemas</a></h2>
<ul>${schemas.map(([name]) => entry(`schema-${name}`, name))}</ul>
</nav>
<main>
<section><h2 id="begin">Before you begin</h2>
<p>Every operation under <code>/v1</code> takes an API key in the header <code>Authorization: Bearer</code>. Make one on the
page <a href="/keys">API</a> of the settings area. The examples take the address and the key from the environment:</p>
${example('Once in your terminal', `export BOREAL_BASE_URL=${ADDRESS_PLACE}\nexport BOREAL_API_KEY=sk-…`)}</section>
${operations.map((placed) => operationSection(placed, document))}
<section><h2 id="schemas">Schemas</h2>
${schemas.map(([name, schema]) => schemaSection(name, schema))}</section>
</main>
</div>
</body>
</html>
`;
  return page.text;
}

const entry = (id: string, name: string): Html => html`<li><a href="#${id}">${name}</a></li>`;
