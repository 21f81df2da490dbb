/** Parts that several pages show. */

import { TIERS } from '../../core/tiers.ts';
import { breakable, type CodeLanguage, highlighted } from '../../lib/highlight.ts';
import { type Html, html } from '../../lib/html.ts';
import { numberText, perMillion, timeText } from './format.ts';
import type { Language } from './front.ts';
import { modelTexts, roleOf } from './models.ts';
import type { FrontFacts, FrontModel, PageContext } from './site.ts';

/** A block of code, coloured where its language is known. The script adds a button that copies it. */
export const code = (label: string, text: string, language?: CodeLanguage): Html =>
  html`<figure class="code"><figcaption>${label}</figcaption><pre tabindex="0" role="group" aria-label="${label}"><code>${language ? coloured(text, language) : withBreaks(text)}</code></pre></figure>`;

const coloured = (text: string, language: CodeLanguage): readonly Html[] =>
  highlighted(text, language).map(({ kind, text: piece }) =>
    kind === 'plain' ? withBreaks(piece) : html`<span class="code-${kind}">${withBreaks(piece)}</span>`,
  );

const withBreaks = (text: string): Html =>
  html`${breakable(text).map((part, at) => html`${at > 0 && html`<wbr>`}${part}`)}`;

/** Every model with its prices; for screens of every width. */
export function priceTable({ facts, language }: PageContext): Html {
  const texts = modelTexts[language];
  if (facts.models.length === 0) return html`<p>${texts.none}</p>`;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${texts.prices}"><table class="stack">
<caption>${texts.perMillion}${facts.hasVat && html`, ${texts.withVat}`}</caption>
<thead><tr><th scope="col">${texts.model}</th><th scope="col" class="number">${texts.input}</th><th scope="col" class="number">${texts.cachedInput}</th><th scope="col" class="number">${texts.output}</th></tr></thead>
<tbody>${facts.models.map((model) => priceRow(model, facts, language))}</tbody>
</table></div>`;
}

function priceRow(model: FrontModel, { defaultModel }: FrontFacts, language: Language): Html {
  const texts = modelTexts[language];
  const { input, cachedInput, output } = model.price;
  return html`<tr><th scope="row"><code>${model.id}</code>${tagsOf(model, defaultModel, language)}<span class="under">${roleOf(language, model)}</span>${extrasOf(model, language).map((text) => html`<span class="under">${text}</span>`)}${announced(model, language)}</th>
${numberCell(texts.input, perMillion(input, language))}${numberCell(texts.cachedInput, perMillion(cachedInput, language))}${numberCell(texts.output, perMillion(output, language))}</tr>
`;
}

/** Prices beside those that every model has. */
function extrasOf(model: FrontModel, language: Language): readonly string[] {
  const texts = modelTexts[language];
  const { cacheWrite5m, cacheWrite1h } = model.price;
  return [
    ...(cacheWrite5m === undefined ? [] : [`${texts.cacheWrite5m}: ${perMillion(cacheWrite5m, language)}`]),
    ...(cacheWrite1h === undefined ? [] : [`${texts.cacheWrite1h}: ${perMillion(cacheWrite1h, language)}`]),
    ...[tiersText(model, language)].flatMap((tiers) => (tiers === '' ? [] : [`${texts.tiers}: ${tiers}`])),
  ];
}

/** The tiers of a model in words; empty where it has none. */
export function tiersText({ tiers = {} }: Pick<FrontModel, 'tiers'>, language: Language): string {
  const texts = modelTexts[language];
  return TIERS.flatMap((tier) => {
    const percent = tiers[tier];
    return percent === undefined ? [] : [texts.atPercent(texts.tierOf[tier], numberText(percent, language))];
  }).join(', ');
}

/** The marks beside the name of a model. */
export function tagsOf(model: FrontModel, defaultModel: string, language: Language): readonly Html[] {
  const texts = modelTexts[language];
  return [
    ...(model.id === defaultModel ? [html` <span class="tag">${texts.recommended}</span>`] : []),
    ...demonstrationTag(model, language),
  ];
}

/** Of a model for which only the small built-in one answers. */
export const demonstrationTag = (
  { isDemonstration }: Pick<FrontModel, 'isDemonstration'>,
  language: Language,
): readonly Html[] =>
  isDemonstration ? [html` <span class="tag disturbed">${modelTexts[language].demonstration}</span>`] : [];

/** On a narrow screen the rows of a table are below each other, and each number has its name before it. */
export const numberCell = (name: string, value: string): Html =>
  html`<td class="number" data-name="${name}">${value}</td>`;

/** Prices that will hold from a time on. */
export const announced = ({ changes }: FrontModel, language: Language): readonly Html[] =>
  changes.map(({ price, fromMs }) => {
    const texts = modelTexts[language];
    const prices = texts.newPrices(
      perMillion(price.input, language),
      perMillion(price.cachedInput, language),
      perMillion(price.output, language),
    );
    return html`<span class="under change">${texts.from(timeText(fromMs, language))} ${prices}</span>`;
  });
