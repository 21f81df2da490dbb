/** A JSON Schema in words: its type on one line, what else holds, and the fields inside it. */

import { type Html, html, joined } from '../../../lib/html.ts';
import { type Schema, schemaLink, schemaName } from './document.ts';

function fieldList({ properties = {}, required = [] }: Schema): Html {
  const fields = Object.entries(properties).map(([name, schema]) =>
    field({ name: html`<code>${name}</code>`, schema, isRequired: required.includes(name) }),
  );
  return html`<dl>${fields}</dl>`;
}

type Field = { readonly name: Html; readonly schema: Schema; readonly isRequired: boolean; readonly note?: string };

export function field({ name, schema, isRequired, note = schema.description }: Field): Html {
  return html`<div class="field"><dt>${name} <span class="type">${typeOf(schema)}</span>${
    isRequired && html` <span class="required">required</span>`
  }</dt><dd>${note && html`<p>${note}</p>`}${rules(schema)}${inside(schema)}</dd></div>`;
}

/** A schema on one line. */
export function typeOf(schema: Schema): Html {
  if (schema.$ref) {
    const name = schemaName(schema.$ref);
    return html`<a href="${schemaLink(name)}">${name}</a>`;
  }
  if ('const' in schema) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum) return alternatives(schema.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`));
  const options = schema.oneOf ?? schema.anyOf;
  if (options) return alternatives(options.map(typeOf));
  if (schema.type === 'array') return html`array of ${schema.items ? typeOf(schema.items) : 'anything'}`;
  return html`${[schema.type ?? 'anything'].flat().join(' or ')}`;
}

/** Several ways to say the same are said once: four kinds of objects are an object. */
function alternatives(options: readonly Html[]): Html {
  const seen = new Map(options.map((option) => [option.text, option]));
  return joined([...seen.values()], ' or ');
}

/** Rules beyond the type. */
function rules(schema: Schema): Html | undefined {
  const said = [...new Set(flat(schema).flatMap(rulesOf))];
  return said.length === 0 ? undefined : html`<p class="rules">${said.join('; ')}</p>`;
}

function rulesOf(schema: Schema): readonly string[] {
  return [
    ...range(
      '',
      isSafe(schema.minimum) ? undefined : schema.minimum,
      isSafe(schema.maximum) ? undefined : schema.maximum,
    ),
    ...lengths(schema),
    ...range(' items', schema.minItems, schema.maxItems),
    ...(schema.pattern ? [`matches ${schema.pattern}`] : []),
    ...(schema.format ? [schema.format] : []),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ];
}

const lengths = ({ minLength, maxLength }: Schema): readonly string[] =>
  minLength === 1 && maxLength === undefined ? ['not empty'] : range(' characters', minLength, maxLength);

function range(unit: string, least: number | undefined, most: number | undefined): readonly string[] {
  if (least !== undefined && most !== undefined) return [`${least} to ${most}${unit}`];
  if (least !== undefined) return [`at least ${least}${unit}`];
  return most === undefined ? [] : [`at most ${most}${unit}`];
}

/** The bounds of what JSON numbers can count say nothing to a reader. */
const isSafe = (bound: number | undefined): boolean =>
  bound !== undefined && Math.abs(bound) === Number.MAX_SAFE_INTEGER;

/** A schema and its alternatives; what is named elsewhere is described there. */
const flat = (schema: Schema): readonly Schema[] => [
  schema,
  ...[...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].flatMap(flat),
];

/** The fields of objects that have no name of their own. */
export function inside(schema: Schema): Html | undefined {
  const objects = flat(schema)
    .flatMap((one) => [one, ...(one.items ? flat(one.items) : [])])
    .filter((one) => one.properties !== undefined);
  if (objects.length === 0) return undefined;
  return html`${objects.map((one) => html`<div class="inside">${fieldList(one)}</div>`)}`;
}

export function schemaSection(name: string, schema: Schema): Html {
  return html`<section class="schema"><h2 id="schema-${name}"><code>${name}</code></h2>
<p class="type">${typeOf(schema)}</p>
${schema.description && html`<p>${schema.description}</p>`}${rules(schema)}${inside(schema)}</section>
`;
}
