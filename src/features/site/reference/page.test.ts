import { expect, test } from 'bun:test';
import OpenAI from 'openai';
import { catalogueOf } from '../../../../test/support/catalogue.ts';
import { DEFAULT_LIMITS } from '../../../core/limits.ts';
import { serviceNames } from '../../../core/service-names.ts';
import { openapiDocument } from '../../../gateway/openapi/openapi.ts';
import { escapeHtml } from '../../../lib/escape-html.ts';
import { html } from '../../../lib/html.ts';
import { code } from '../parts.ts';
import type { PageContext } from '../site.ts';
import { callsOf } from './calls.ts';
import { operationsOf, type ReferenceDocument, type Schema } from './document.ts';
import { referencePage } from './page.ts';
import { indexOf, searchIn } from './search.ts';

const document = JSON.parse(
  JSON.stringify(openapiDocument(DEFAULT_LIMITS, catalogueOf('A'), 'Boreal')),
) as ReferenceDocument;
const reference = { document, index: indexOf(document) };

/** Every page by the last part of its address. */
function pagesOf(name: string, language: 'cs' | 'en' = 'en', query: PageContext['query'] = {}) {
  const context = { site: { name }, facts: { origin: 'https://chat.example.com' }, language, query } as PageContext;
  const names = ['', 'schemas', ...operationsOf(document).map(({ operation }) => operation.operationId)];
  return new Map(names.map((page) => [page, referencePage(reference, { page, context })!.main.text]));
}
const pages = pagesOf('Boreal');
const page = [...pages.values()].join('');
/** As it is read, without what colours code. */
const uncoloured = (text: string) =>
  text.replaceAll(/<span class="code-\w+">(.*?)<\/span>/gs, '$1').replaceAll('<wbr>', '');

/** Every object of the document, wherever it is. */
function everywhere(value: unknown): readonly Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(everywhere);
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner];
}

test('every operation, status and parameter of the document is on the page', () => {
  for (const { method, path, operation } of operationsOf(document)) {
    expect(pages.get(operation.operationId)).toContain(`<span class="method">${method}</span> <code>${path}</code>`);
    expect(pages.get('')).toContain(escapeHtml(operation.summary));
    for (const [status, { description }] of Object.entries(operation.responses)) {
      expect(page).toContain(`<span class="status">${status}</span> ${escapeHtml(description)}`);
    }
    for (const { name, description } of operation.parameters ?? []) {
      expect(page).toContain(`<code>${name}</code>`);
      expect(page).toContain(escapeHtml(description!));
    }
  }
});

test('a command that deletes says so, and others do not', () => {
  expect(uncoloured(page)).toContain('curl -X DELETE https://chat.example.com/v1/responses/');
  expect(uncoloured(page).split('-X DELETE')).toHaveLength(6);
});

test('what is shown of the official client is what it sends', async () => {
  let shown = 0;
  for (const placed of operationsOf(document)) {
    const caller = { names: serviceNames('Boreal'), baseUrl: 'https://chat.example.com/v1' };
    const call = callsOf(placed, caller).find(({ caption }) => caption.startsWith('TypeScript'));
    if (!call) continue;
    shown += 1;
    const sent: string[] = [];
    const fetch = async (url: string | URL | Request, init?: RequestInit) => {
      sent.push(`${init?.method} ${new URL(String(url)).pathname}`);
      return Response.json({ data: [] });
    };
    class Recorded extends OpenAI {
      constructor(options: object) {
        super({ ...options, apiKey: 'sk-boreal-example', fetch });
      }
    }
    const program = call.text.replace(/^import .*$/m, '');
    await new Function('OpenAI', `return (async () => {${program}})()`)(Recorded);
    const examples = new Map(placed.operation.parameters?.map(({ name, example = name }) => [name, example]));
    const path = placed.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(examples.get(name)!));
    expect(sent).toEqual([`${placed.method} ${path}`]);
  }
  expect(shown).toBeGreaterThan(20);
});

test('Python writes the same words its own way', () => {
  const shown = uncoloured(pages.get('createChatCompletion')!);

  expect(shown).toContain(escapeHtml('answer = client.chat.completions.create(\n    model="svc-'));
  expect(shown).toContain(escapeHtml('\n    messages=[\n        {'));
  expect(uncoloured(pages.get('listResponseInput')!)).toContain('client.responses.input_items.list(');
});

test('code is coloured on the server, and stays text', () => {
  const shown = pages.get('createChatCompletion')!;

  expect(shown).toContain('<span class="code-word">curl</span> ');
  expect(shown).toContain('<span class="code-word">import</span> os\n');
  expect(shown).toContain('<span class="code-word">const</span> client = ');
  expect(shown).toContain('<span class="code-name">&quot;finish_reason&quot;</span>: ');
  const naughty = code('x', '"<b>" # </span><script>', 'shell').text;
  expect(naughty).toContain(
    '<code><span class="code-string">&quot;&lt;b&gt;&quot;</span> <span class="code-comment"># ',
  );
  expect(naughty).not.toContain('<script>');
});

test('an operation has the fields of its body on its own page', () => {
  for (const field of ['messages', 'temperature', 'max_completion_tokens']) {
    expect(pages.get('createChatCompletion')!).toContain(`<code>${field}</code>`);
  }
});

test('every schema, field, listed value and description is on the page', () => {
  for (const name of Object.keys(document.components.schemas)) expect(page).toContain(`id="schema-${name}"`);
  for (const schema of everywhere(document.components.schemas) as readonly Schema[]) {
    for (const name of Object.keys(schema.properties ?? {})) expect(page).toContain(`<code>${escapeHtml(name)}</code>`);
    if (typeof schema.description === 'string') expect(page).toContain(escapeHtml(schema.description));
    for (const value of Array.isArray(schema.enum) ? schema.enum : []) {
      expect(page).toContain(`<code>${escapeHtml(JSON.stringify(value))}</code>`);
    }
  }
});

test('every error code that the document knows is on the page with its meaning', () => {
  const codes = everywhere(document.paths).filter(({ const: value, description }) => value && description);

  expect(codes.length).toBeGreaterThan(20);
  for (const { const: value, description } of codes) {
    expect(page).toContain(`<dt><code>${value}</code></dt><dd>${escapeHtml(String(description))}</dd>`);
  }
});

test('every link inside the reference leads somewhere, and no place has two', () => {
  const after = (text: string, mark: string) =>
    text
      .split(mark)
      .slice(1)
      .map((rest) => rest.slice(0, rest.indexOf('"')));
  const idsOf = (name: string) => after(pages.get(name) ?? '', ' id="');

  let followed = 0;
  for (const [name, text] of pages) {
    expect(new Set(idsOf(name)).size).toBe(idsOf(name).length);
    for (const target of new Set(after(text, ' href="'))) {
      const { pathname, hash } = new URL(target, `https://chat.example.com/en/reference/${name}`);
      if (!pathname.startsWith('/en/reference')) continue;
      const other = pathname.slice('/en/reference/'.length);
      expect(pages.has(other)).toBeTrue();
      if (hash) expect(idsOf(other)).toContain(hash.slice(1));
      followed += 1;
    }
  }
  expect(followed).toBeGreaterThan(500);
});

test.each([
  ['receipt', 'showReceipt', ''],
  ['chat completion', 'createChatCompletion', ''],
  ['PARALLEL_TOOL', 'createChatCompletion', 'parallel_tool_calls'],
  ['insufficient', 'createChatCompletion', 'insufficient_quota'],
  ['/v1/embeddings', 'createEmbeddings', ''],
])('a search for "%s" finds %s', (query, found, inside) => {
  expect(searchIn(reference.index, query).find((hit) => hit.page === found)?.inside).toStartWith(inside);
});

test('a search for an address finds what it is the address of before what speaks of it', () => {
  const found = searchIn(reference.index, 'embeddings').map(({ page }) => page);
  expect(found[0]).toBe('createEmbeddings');
});

test('a search for nothing or for something unknown finds nothing, and says so', () => {
  expect(searchIn(reference.index, '  ')).toEqual([]);
  expect(searchIn(reference.index, 'aardvark')).toEqual([]);
  expect(pagesOf('Boreal', 'cs', { q: '<b>aardvark' }).get('')).toContain('Nic nenalezeno.');
  expect(pagesOf('Boreal', 'en', { q: 'receipt' }).get('')).toContain('href="/en/reference/showReceipt"');
});

test('the Czech page has a Czech frame, and says what is English', () => {
  const czech = pagesOf('Boreal', 'cs');

  expect(czech.get('')).toContain('<h1>Popis API služby Boreal</h1>');
  expect(czech.get('createChatCompletion')).toContain('<h2>Tělo požadavku</h2>');
  expect(czech.get('createChatCompletion')).toContain('<h1 lang="en">Create a chat completion</h1>');
});

test('no page is more than a part of the whole', () => {
  const sizes = [...pages.values()].map(({ length }) => length);

  expect(Math.max(...sizes)).toBeLessThan(page.length / 2);
});

test('a service with another name is called so, in its commands too', () => {
  const own = [...pagesOf('Můj Model').values()].join('');

  expect(own).toContain('<h1>Můj Model API reference</h1>');
  expect(own).toContain('Bearer $MUJ_MODEL_API_KEY');
  expect(own).not.toContain('BOREAL');
});

test('what is in a template is text, not markup', () => {
  const name = '<img src=x onerror="alert(1)">';

  expect(html`<p title="${name}">${name}${false}${undefined}${[html`<b>${1}</b>`]}</p>`.text).toBe(
    `<p title="${escapeHtml(name)}">${escapeHtml(name)}<b>1</b></p>`,
  );
  expect(escapeHtml(name)).toBe('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;');
});
