/** The page of one operation: what it takes, how to call it, what it answers. */

import { type Html, html } from '../../../lib/html.ts';
import type { Language } from '../front.ts';
import { code } from '../parts.ts';
import { type Caller, callsOf } from './calls.ts';
import {
  type Answer,
  type Content,
  codesOf,
  type Operation,
  type Placed,
  type ReferenceDocument,
  resolved,
  type Schema,
  schemaLink,
} from './document.ts';
import { field, inside, typeOf } from './schema.ts';
import { referenceTexts } from './texts.ts';

type About = { readonly document: ReferenceDocument; readonly caller: Caller; readonly language: Language };

export function operationMain(placed: Placed, about: About): Html {
  const { operation, method, path } = placed;
  const texts = referenceTexts[about.language];
  return html`<h1 lang="en">${operation.summary}</h1>
<p class="address"><span class="method">${method}</span> <code>${path}</code></p>
<div lang="en">${operation.description && html`<p>${operation.description}</p>`}</div>
${operation.security?.length === 0 && html`<p>${texts.noKey}</p>`}
${parameters(operation, texts.parameters)}${body(operation, about)}
<h2>${texts.call}</h2>
${callsOf(placed, about.caller).map(({ caption, text, language }) => code(caption, text, language))}
<h2>${texts.answers}</h2>
${Object.entries(operation.responses).map(([status, answer]) => answerPart(status, answer, about))}`;
}

function parameters({ parameters = [] }: Operation, title: string): Html | undefined {
  if (parameters.length === 0) return undefined;
  return html`<h2>${title}</h2>
<dl lang="en">${parameters.map((one) =>
    field({
      name: html`<code>${one.name}</code> <span class="place">${one.in}</span>`,
      schema: one.schema,
      isRequired: one.required === true,
      ...(one.description && { note: one.description }),
    }),
  )}</dl>
`;
}

/** The fields are here; the types that they name are on the page of types. */
function body({ requestBody }: Operation, { document, language }: About): Html | undefined {
  if (!requestBody) return undefined;
  const kinds = Object.entries(requestBody.content).map(
    ([type, { schema }]) => html`<p><code>${type}</code>: ${typeOf(schema)}</p>${inside(resolved(schema, document))}`,
  );
  return html`<h2>${referenceTexts[language].body}</h2><div lang="en">${kinds}</div>`;
}

/** Refusals are folded: most readers come for what a right call answers. */
function answerPart(status: string, answer: Answer, about: About): Html {
  const contents = Object.entries(answer.content ?? {});
  const title = html`<span class="status">${status}</span> ${answer.description}`;
  const shown = html`${contents.map(([type, content]) => contentPart(type, content, about))}${headerList(answer, about)}`;
  return Number(status) < 400
    ? html`<div class="answer" lang="en"><p>${title}</p>${shown}</div>`
    : html`<details class="answer" lang="en"><summary>${title}</summary>${shown}</details>`;
}

function contentPart(type: string, { schema, example }: Content, { language }: About): Html {
  const codes = codesOf(schema);
  if (codes) return codeList(codes);
  const shown = schema.contentSchema ? html`${schema.description} ${typeOf(schema.contentSchema)}` : typeOf(schema);
  const text = typeof example === 'string' ? example.trimEnd() : JSON.stringify(example, null, 2);
  return html`<p><code>${type}</code>: ${shown}</p>${schema.contentSchema ? undefined : inside(schema)}${
    example !== undefined &&
    code(`${referenceTexts[language].example}: ${type}`, text, type === 'application/json' ? 'json' : undefined)
  }`;
}

function codeList(codes: readonly Schema[]): Html {
  const rows = codes.map(
    (code) => html`<div class="field"><dt><code>${String(code.const)}</code></dt><dd>${code.description}</dd></div>`,
  );
  return html`<p><code>application/json</code>: <a href="${schemaLink('Error')}">Error</a> with one of these in <code>error.code</code>:</p>
<dl>${rows}</dl>
`;
}

function headerList({ headers = {} }: Answer, { document, language }: About): Html | undefined {
  const names = Object.keys(headers);
  if (names.length === 0) return undefined;
  const rows = names.map(
    (name) =>
      html`<div class="field"><dt><code>${name}</code></dt><dd>${document.components.headers[name]?.description}</dd></div>`,
  );
  return html`<details><summary lang="${language}">${referenceTexts[language].headers}</summary><dl>${rows}</dl></details>`;
}
