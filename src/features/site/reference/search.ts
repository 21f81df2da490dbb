/** The search of the reference: operations by what they are called, take and refuse, and types by their fields. */

import { codesOf, operationsOf, type ReferenceDocument, resolved, type Schema } from './document.ts';

/** `page`: the last part of its address. `inside`: the names in which the words were found, where the title has none. */
type Hit = { readonly page: string; readonly title: string; readonly kind: string; readonly inside: string };

type Entry = Omit<Hit, 'inside'> & { readonly path: string; readonly names: readonly string[]; readonly text: string };
export type ReferenceIndex = readonly Entry[];

const HITS_MAX = 20;
const QUERY_CHARS_MAX = 100;

export function indexOf(document: ReferenceDocument): ReferenceIndex {
  const operations = operationsOf(document).map(({ method, path, operation }): Entry => {
    const { operationId, summary, description = '', parameters = [], requestBody, responses } = operation;
    const bodies = Object.values(requestBody?.content ?? {}).map(({ schema }) => resolved(schema, document));
    const answers = Object.values(responses).flatMap(({ content = {}, headers = {} }) => [
      ...Object.keys(headers),
      ...Object.values(content).flatMap(({ schema }) => (codesOf(schema) ?? []).map((code) => String(code.const))),
    ]);
    const names = [...parameters.map(({ name }) => name), ...bodies.flatMap(namesIn), ...answers];
    return { page: operationId, title: summary, kind: method, path, names, text: `${operationId} ${description}` };
  });
  const schemas = Object.entries(document.components.schemas).map(([name, schema]): Entry => {
    const { description = '' } = schema;
    return {
      page: `schemas#schema-${name}`,
      title: name,
      kind: '',
      path: '',
      names: namesIn(schema),
      text: description,
    };
  });
  return [...operations, ...schemas];
}

/** The names of fields, and the values that are listed. */
function namesIn(schema: Schema): readonly string[] {
  const { properties = {}, items, oneOf = [], anyOf = [], enum: values = [] } = schema;
  const parts = [...Object.values(properties), ...(items ? [items] : []), ...oneOf, ...anyOf];
  return [...Object.keys(properties), ...values.map(String), ...parts.flatMap(namesIn)];
}

/** What has every word; first where the title or the address has them all, then where a name does. */
export function searchIn(index: ReferenceIndex, query: string): readonly Hit[] {
  const words = query.slice(0, QUERY_CHARS_MAX).toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const ranked = index.flatMap(({ page, title, kind, path, names, text }) => {
    const inside = [...new Set(names.filter(has))].slice(0, 3).join(', ');
    const rank = has(title) || has(path) ? 0 : inside ? 1 : has([title, kind, path, text, ...names].join(' ')) ? 2 : 3;
    return rank === 3 ? [] : [{ rank, hit: { page, title, kind, inside } }];
  });
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, HITS_MAX)
    .map(({ hit }) => hit);
}
