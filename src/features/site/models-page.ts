/** Every model: what it is for, its prices now and to come, and its limits. */

import { modalitiesOf } from '../../core/model.ts';
import type { Nanos } from '../../core/money.ts';
import { type Html, html } from '../../lib/html.ts';
import { numberText, perMillion } from './format.ts';
import type { Language } from './front.ts';
import { modelTexts, roleIn, roleOf } from './models.ts';
import { announced, tagsOf, tiersText } from './parts.ts';
import type { FrontFacts, FrontModel, PageContent, PageContext } from './site.ts';

export function modelsPage({ site, facts, language }: PageContext): PageContent {
  const texts = modelTexts[language];
  return {
    title: texts.title,
    description: texts.description(site.name),
    main: html`<div class="wide"><h1>${texts.title}</h1><p class="lead">${facts.models.length > 0 ? texts.lead : texts.none}</p>
<div class="cards three">${facts.models.map((model) => modelCard(model, facts, language))}</div>
<section aria-labelledby="tokens"><h2 id="tokens">${texts.about}</h2><p class="text">${texts.aboutText}</p></section></div>
`,
  };
}

function modelCard(
  model: FrontModel,
  { defaultModel, requestsPerMinute, hasVat }: FrontFacts,
  language: Language,
): Html {
  const texts = modelTexts[language];
  const { price } = model;
  const tokens = (count: number) => `${numberText(count, language)} ${texts.tokens}`;
  const rows: readonly (readonly [string, string] | false)[] = [
    [texts.longest, longestAnswer(model, language)],
    [texts.context, model.contextTokens === undefined ? texts.openContext : tokens(model.contextTokens)],
    [
      texts.reads,
      modalitiesOf(model)
        .map((one) => texts.modality[one])
        .join(', '),
    ],
    [texts.tools, model.takesTools ? texts.yes : texts.no],
    [texts.returnsReasoning, model.isReasoning ? texts.yes : texts.no],
    [texts.rate, texts.perMinute(numberText(requestsPerMinute, language))],
    tiersText(model, language) !== '' && [texts.tiers, tiersText(model, language)],
    model.aliases.length > 0 && [texts.aliases, model.aliases.join(', ')],
  ];
  return html`<article class="card" aria-labelledby="model-${model.id}"><h2 id="model-${model.id}"><code>${model.id}</code>${tagsOf(model, defaultModel, language)}</h2>
<p>${roleOf(language, model)}.</p>${model.note && html`<p class="under">${roleIn(language, model.note)}</p>`}
<dl class="prices">${priceOf(texts.input, price.input, language)}${priceOf(texts.cachedInput, price.cachedInput, language)}${priceOf(texts.output, price.output, language)}${price.reasoning !== price.output && priceOf(texts.reasoning, price.reasoning, language)}${price.cacheWrite5m !== undefined && priceOf(texts.cacheWrite5m, price.cacheWrite5m, language)}${price.cacheWrite1h !== undefined && priceOf(texts.cacheWrite1h, price.cacheWrite1h, language)}</dl>
<p class="under">${texts.perMillion}${hasVat && html`, ${texts.withVat}`}</p>${announced(model, language)}
<dl class="rows">${rows.flatMap((row) => (row ? [html`<div><dt>${row[0]}</dt><dd>${row[1]}</dd></div>`] : []))}</dl></article>
`;
}

/** Where a chat has less room than the model may answer, the chat is the bound. */
function longestAnswer({ maxOutputTokens, contextTokens }: FrontModel, language: Language): string {
  const texts = modelTexts[language];
  if (contextTokens === undefined || contextTokens > maxOutputTokens)
    return `${numberText(maxOutputTokens, language)} ${texts.tokens}`;
  return texts.withinContext(numberText(contextTokens, language));
}

const priceOf = (name: string, price: Nanos, language: Language): Html =>
  html`<div><dt>${name}</dt><dd>${perMillion(price, language)}</dd></div>`;
