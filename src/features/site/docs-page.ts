/** How to connect a client. */

import { serviceNames } from '../../core/service-names.ts';
import { type Html, html } from '../../lib/html.ts';
import { curlExample, pythonExample, typescriptExample } from './code-examples.ts';
import { docsTexts } from './docs.ts';
import { numberText } from './format.ts';
import { code, demonstrationTag } from './parts.ts';
import { baseAddress, type PageContent, type PageContext, pathTo } from './site.ts';

const STATUSES = [400, 401, 402, 413, 429, 502] as const;

export function docsPage(context: PageContext): PageContent {
  const { site, facts, language } = context;
  const texts = docsTexts[language];
  return {
    title: texts.title,
    description: texts.description(site.name),
    main: html`<div class="wide"><h1>${texts.title}</h1><p class="lead">${texts.lead}</p>
<section aria-labelledby="settings"><h2 id="settings">${texts.settings}</h2><dl class="rows card">
<div><dt>${texts.address}</dt><dd><code>${baseAddress(facts)}</code></dd></div>
<div><dt>${texts.addressOfMessages}</dt><dd><code>${baseAddress(facts).replace(/\/v1$/, '')}</code></dd></div>
<div><dt>${texts.key}</dt><dd>${texts.keyText}</dd></div>
<div><dt>${texts.model}</dt><dd>${facts.models.map((model) => html`<code>${model.id}</code>${demonstrationTag(model, language)} `)}</dd></div></dl></section>
<section aria-labelledby="code"><h2 id="code">curl, Python, TypeScript</h2>
${code('curl', curlExample(facts, texts.question, serviceNames(site.name).keyVariable), 'shell')}${code(texts.python, pythonExample(facts, texts.question), 'python')}${code(texts.typescript, typescriptExample(facts, texts.question), 'typescript')}</section>
<section aria-labelledby="editors"><h2 id="editors">${texts.editors}</h2><p class="text">${texts.editorsText} <a href="/quick-start">${texts.quickStart}</a></p></section>
<section aria-labelledby="limits"><h2 id="limits">${texts.limits}</h2><p class="text">${texts.rate(numberText(facts.requestsPerMinute, language))}</p></section>
<section aria-labelledby="errors"><h2 id="errors">${texts.errors}</h2>${errorTable(context)}</section>
<section aria-labelledby="more"><h2 id="more">${texts.more}</h2><ul><li><a href="${pathTo('reference', language)}">${texts.reference}</a></li><li><a href="/openapi.json">${texts.openapi}</a></li></ul></section></div>
`,
  };
}

function errorTable({ language }: PageContext): Html {
  const texts = docsTexts[language];
  const rows = STATUSES.map((status) => {
    const [meaning, retry] = texts.rows[status] as readonly [string, string];
    return html`<tr><th scope="row"><code>${status}</code></th><td>${meaning}</td><td>${retry}</td></tr>`;
  });
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${texts.errors}"><table><thead><tr><th scope="col">${texts.status}</th><th scope="col">${texts.meaning}</th><th scope="col">${texts.retry}</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}
