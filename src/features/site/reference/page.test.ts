import { expect, test } from 'bun:test';
import { catalogueOf } from '../../../../test/support/catalogue.ts';
import { DEFAULT_LIMITS } from '../../../core/limits.ts';
import { serviceNames } from '../../../core/service-names.ts';
import { openapiDocument } from '../../../gateway/openapi/openapi.ts';
import { escapeHtml } from '../../../lib/escape-html.ts';
import { html } from '../../../lib/html.ts';
import { operationsOf, type ReferenceDocument, type Schema } from './document.ts';
import { referencePages } from './page.ts';

const document = JSON.parse(
  JSON.stringify(openapiDocument(DEFAULT_LIMITS, catalogueOf('A'), 'Boreal')),
) as unknown as ReferenceDocument;
const pages = referencePages(document, serviceNames('Boreal'));
const page = [...pages.values()].join('');

/** Every object of the document, wherever it is. */
function everywhere(value: unknown): readonly Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(everywhere);
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner];
}

test('every operation, status and parameter of the document is on the page', () => {
  for (const { method, path, operation } of operationsOf(document)) {
    expect(page).toContain(`<span class="method">${method}</span> <code>${path}</code>`);
    expect(page).toContain(escapeHtml(operation.summary));
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
  expect(page).toContain('curl -X DELETE &quot;$BOREAL_BASE_URL/responses/');
  expect(page.split('-X DELETE')).toHaveLength(6);
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
  const idsOf = (path: string) => after(pages.get(path) ?? '', ' id="');

  for (const path of pages.keys()) expect(new Set(idsOf(path)).size).toBe(idsOf(path).length);
  const targets = new Set(after(page, 'href="/reference').filter((rest) => rest !== '.css'));
  expect(targets.size).toBeGreaterThan(60);
  for (const target of targets) {
    const [rest = '', id] = target.split('#');
    expect(pages.has(`/reference${rest}`)).toBeTrue();
    if (id) expect(idsOf(`/reference${rest}`)).toContain(id);
  }
});

test('no page is more than a part of the whole', () => {
  const sizes = [...pages.values()].map(({ length }) => length);

  expect(Math.max(...sizes)).toBeLessThan(page.length / 2);
});

test('a service with another name is called so, in its commands too', () => {
  const own = [...referencePages(document, serviceNames('Můj Model')).values()].join('');

  expect(own).toContain('<h1>Můj Model API reference</h1>');
  expect(own).toContain('export MUJ_MODEL_API_KEY=');
  expect(own).toContain('$MUJ_MODEL_BASE_URL/chat/completions');
  expect(own).not.toContain('BOREAL');
});

test('the page needs no script, no style of its own and nothing from elsewhere', () => {
  expect(page).not.toContain('<script');
  expect(page).not.toContain('style=');
  const targets = [...page.split(' href="'), ...page.split(' src="').slice(1)].slice(1);
  expect(targets.filter((rest) => !rest.startsWith('/') && !rest.startsWith('#'))).toEqual([]);
});

test('what is in a template is text, not markup', () => {
  const name = '<img src=x onerror="alert(1)">';

  expect(html`<p title="${name}">${name}${false}${undefined}${[html`<b>${1}</b>`]}</p>`.text).toBe(
    `<p title="${escapeHtml(name)}">${escapeHtml(name)}<b>1</b></p>`,
  );
  expect(escapeHtml(name)).toBe('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;');
});
