/** One operation on the reference page: what it takes, how to call it, what it answers. */

import type { ServiceNames } from '../../../core/service-names.ts';
import { type Html, html } from '../../../lib/html.ts';
import {
  type Answer,
  type Content,
  type Operation,
  type Placed,
  type ReferenceDocument,
  SCHEMAS_PATH,
  type Schema,
} from './document.ts';
import { field, inside, typeOf } from './schema.ts';

type About = { readonly document: ReferenceDocument; readonly names: ServiceNames };

export function operationSection(placed: Placed, { document, names }: About): Html {
  const { operation, method, path } = placed;
  return html`<section class="operation"><h2 id="${operation.operationId}">${operation.summary}</h2>
<p class="address"><span class="method">${method}</span> <code>${path}</code></p>
${operation.description && html`<p>${operation.description}</p>`}
${operation.security?.length === 0 && html`<p>It needs no key.</p>`}
${parameters(operation)}${body(operation)}
<h3>Call it</h3>
${curlExamples(placed, names)}
<h3>Answers</h3>
${Object.entries(operation.responses).map(([status, answer]) => answerPart(status, answer, document))}</section>
`;
}

function parameters({ parameters = [] }: Operation): Html | undefined {
  if (parameters.length === 0) return undefined;
  return html`<h3>Parameters</h3>
<dl>${parameters.map((one) =>
    field({
      name: html`<code>${one.name}</code> <span class="place">${one.in}</span>`,
      schema: one.schema,
      isRequired: one.required === true,
      ...(one.description && { note: one.description }),
    }),
  )}</dl>
`;
}

function body({ requestBody }: Operation): Html | undefined {
  if (!requestBody) return undefined;
  const kinds = Object.entries(requestBody.content).map(
    ([type, { schema }]) => html`<p><code>${type}</code>: ${typeOf(schema)}</p>`,
  );
  return html`<h3>Body</h3>${kinds}`;
}

/** One call for each example of the body, or one for an operation without a body. */
function curlExamples(placed: Placed, names: ServiceNames): Html {
  const contents = Object.entries(placed.operation.requestBody?.content ?? {});
  if (contents.length === 0) return example('curl', curl(placed, names));
  const calls = contents.flatMap(([type, { examples, example: only }]) =>
    Object.values(examples ?? { only: { summary: 'curl', value: only } }).map(({ summary, value }) =>
      example(summary, curl(placed, names, { type, value })),
    ),
  );
  return html`${calls}`;
}

type Sent = { readonly type: string; readonly value: unknown };

/** A command that runs as it is, once the two variables are set. */
function curl(placed: Placed, names: ServiceNames, sent?: Sent): string {
  const { operation, method, path } = placed;
  const filled = (operation.parameters ?? [])
    .filter((one) => one.in === 'path')
    .reduce((filling, one) => filling.replace(`{${one.name}}`, encodeURIComponent(one.example ?? one.name)), path);
  const address = filled.startsWith('/v1/')
    ? `$${names.addressVariable}${filled.slice('/v1'.length)}`
    : `\${${names.addressVariable}%/v1}${filled}`;
  const needsKey = operation.security === undefined;
  const isNamed = method === 'DELETE' || (method === 'POST' && !sent);
  const isStreamed = (sent?.value as { readonly stream?: unknown } | undefined)?.stream === true;
  return [
    `curl ${isStreamed ? '-N ' : ''}${isNamed ? `-X ${method} ` : ''}"${address}"`,
    ...(needsKey ? [`-H "Authorization: Bearer $${names.keyVariable}"`] : []),
    ...(sent ? bodyOptions(sent) : []),
  ].join(' \\\n  ');
}

/** The fields of a form are sent one by one. */
const bodyOptions = ({ type, value }: Sent): readonly string[] =>
  type === 'multipart/form-data'
    ? Object.entries(value as object).map(([name, text]) => `-F ${shellQuoted(`${name}=${text}`)}`)
    : [`-H 'Content-Type: ${type}'`, `-d ${shellQuoted(JSON.stringify(value, null, 2))}`];

const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function answerPart(status: string, answer: Answer, document: ReferenceDocument): Html {
  const contents = Object.entries(answer.content ?? {});
  return html`<div class="answer"><h4><span class="status">${status}</span> ${answer.description}</h4>
${contents.map(([type, content]) => contentPart(type, content))}${headerList(answer, document)}</div>
`;
}

function contentPart(type: string, { schema, example: value }: Content): Html {
  const codes = codesOf(schema);
  if (codes) return codeList(codes);
  const shown = schema.contentSchema ? html`${schema.description} ${typeOf(schema.contentSchema)}` : typeOf(schema);
  const text = typeof value === 'string' ? value.trimEnd() : JSON.stringify(value, null, 2);
  return html`<p><code>${type}</code>: ${shown}</p>${schema.contentSchema ? undefined : inside(schema)}${
    value !== undefined && example(`Example, ${type}`, text)
  }`;
}

/** The codes of an error's schema; other schemas have none. */
const codesOf = (schema: Schema): readonly Schema[] | undefined => schema.properties?.error?.properties?.code?.oneOf;

function codeList(codes: readonly Schema[]): Html {
  const rows = codes.map(
    (code) => html`<div class="field"><dt><code>${String(code.const)}</code></dt><dd>${code.description}</dd></div>`,
  );
  return html`<p><code>application/json</code>: <a href="${SCHEMAS_PATH}#schema-Error">Error</a> with one of these in <code>error.code</code>:</p>
<dl class="codes">${rows}</dl>
`;
}

function headerList({ headers = {} }: Answer, document: ReferenceDocument): Html | undefined {
  const names = Object.keys(headers);
  if (names.length === 0) return undefined;
  const rows = names.map(
    (name) =>
      html`<div class="field"><dt><code>${name}</code></dt><dd>${document.components.headers[name]?.description}</dd></div>`,
  );
  return html`<details><summary>Headers</summary><dl class="codes">${rows}</dl></details>`;
}

/** Long lines scroll inside; so it can be reached by keyboard. */
export function example(caption: string, text: string): Html {
  return html`<figure><figcaption>${caption}</figcaption><pre tabindex="0"><code>${text}</code></pre></figure>
`;
}
