/** Prices of models, plans, packages and credit, and the calculator. */

import { nanos } from '../../core/money.ts';
import { PLAN_WINDOWS } from '../../core/plan.ts';
import { isInCzk } from '../../ledger/pot-terms.ts';
import { type Html, html } from '../../lib/html.ts';
import { type Estimate, estimate, type Question, readQuestion, type Way } from './calculator.ts';
import { estimateText, numberText, orText, priceText } from './format.ts';
import type { Language } from './front.ts';
import { modelTexts } from './models.ts';
import { numberCell, priceTable } from './parts.ts';
import { pricingTexts } from './pricing.ts';
import { type FrontPlan, type PageContent, type PageContext, pathTo } from './site.ts';

export function pricingPage(context: PageContext): PageContent {
  const { site, facts, language } = context;
  const texts = pricingTexts[language];
  const question = readQuestion(context.query, facts);
  return {
    title: texts.title,
    description: texts.description(site.name),
    main: html`<div class="wide"><h1>${texts.title}</h1><p class="lead">${texts.lead}${facts.hasVat && html` ${texts.vat}`}</p>
<section aria-labelledby="models"><h2 id="models">${texts.models}</h2>${priceTable(context)}</section>
<section aria-labelledby="plans"><h2 id="plans">${texts.plans}</h2><p>${facts.plans.every(isForAll) ? texts.planLead : texts.planLeadOwn}</p>
<div class="cards four">${facts.plans.map((plan) => planCard(plan, context))}${creditCard(context)}${packages(context)}</div>
${facts.methods.length === 0 && html`<p class="callout">${texts.nothingSold} <a href="${pathTo('contact', language)}">${texts.contact}</a></p>`}</section>
${question && calculator(question, context)}</div>
`,
  };
}

const isForAll = ({ terms }: FrontPlan): boolean => !terms.models && !terms.weights && !isInCzk(terms);

/** What a plan is for, where it is not for every model alike. */
function termsOf({ terms }: FrontPlan, language: Language): readonly string[] {
  const { models, weights = {}, windows = {} } = terms;
  const written = (most: number) =>
    isInCzk(terms) ? priceText(nanos(BigInt(most)), language) : numberText(BigInt(most), language);
  const texts = pricingTexts[language];
  const times = (thousandths: number) => (thousandths / 1000).toLocaleString(language);
  return [
    ...(models ? [texts.onlyFor(models.join(', '))] : []),
    ...Object.entries(weights).map(([model, { input, output }]) => texts.weight(model, times(input), times(output))),
    ...PLAN_WINDOWS.flatMap((window) => {
      const most = windows[window];
      return most === undefined ? [] : [texts.within[window](written(most))];
    }),
  ];
}

/** Where a visitor begins who wants this: an account, or the operator where nothing is sold here. */
function begin(name: string, { facts, language }: PageContext, canBuy: boolean): Html {
  const texts = pricingTexts[language];
  const to = !canBuy ? pathTo('contact', language) : facts.signUp === 'open' ? '/sign-up' : '/sign-in';
  return html`<a class="button second" href="${to}" aria-label="${canBuy ? texts.choose : texts.contact}: ${name}">${canBuy ? texts.choose : texts.contact}</a>`;
}

function planCard(plan: FrontPlan, context: PageContext): Html {
  const { language } = context;
  const { name, text, allowance, amount, every, terms } = plan;
  const texts = pricingTexts[language];
  const price =
    amount === null
      ? html`${texts.onRequest}`
      : html`${priceText(amount, language)} <small>${texts.every[every]}${context.facts.hasVat && html`, ${texts.withVat}`}</small>`;
  return html`<article class="card offer"><h3>${name[language]}</h3><p class="price">${price}</p><p>${isInCzk(terms) ? texts.crownsMonth(priceText(nanos(allowance), language)) : texts.tokensMonth(numberText(allowance, language))}</p><p class="for">${text[language] || texts.planFor}</p>${termsOf(plan, language).map((line) => html`<p>${line}</p>`)}${begin(name[language], context, amount !== null && context.facts.methods.length > 0)}</article>`;
}

function creditCard(context: PageContext): Html {
  const { facts, language } = context;
  const texts = pricingTexts[language];
  const any = facts.anyAmount && [facts.anyAmount.min, facts.anyAmount.max].map((one) => priceText(one, language));
  const amounts = [
    ...facts.credits.map((amount) => priceText(amount, language)),
    ...(any ? [texts.anyAmount(any[0]!, any[1]!)] : []),
  ];
  const methods = facts.methods.map((method) => texts.methods[method]);
  return html`<article class="card offer"><h3>${texts.credit}</h3><p class="price">${texts.asYouGo}</p><p>${texts.creditLead}</p><p class="for">${texts.creditFor}</p>${facts.trial !== null && facts.signUp !== 'closed' && html`<p>${texts.trial(priceText(facts.trial, language))}</p>`}${amounts.length > 0 && html`<p>${texts.amounts} ${orText(amounts, language)}.</p>`}${methods.length > 0 && html`<p>${texts.payBy} ${orText(methods, language)}.</p>`}${begin(texts.credit, context, methods.length > 0)}</article>`;
}

function packages(context: PageContext): Html | undefined {
  const { facts, language } = context;
  if (facts.packages.length === 0) return undefined;
  const texts = pricingTexts[language];
  const rows = facts.packages.map(
    ({ tokens, amount, days }) =>
      html`<li>${texts.package(numberText(tokens, language), numberText(days, language))}: <strong>${priceText(amount, language)}</strong></li>`,
  );
  const cheapest = facts.packages.reduce(
    (least, { amount }) => (amount < least ? amount : least),
    facts.packages[0]!.amount,
  );
  return html`<article class="card offer"><h3>${texts.packages}</h3><p class="price">${texts.startAt(priceText(cheapest, language))}${facts.hasVat && html` <small>${texts.withVat}</small>`}</p><ul>${rows}</ul><p class="for">${texts.packagesFor}</p>${begin(texts.packages, context, facts.methods.length > 0)}</article>`;
}

function calculator(question: Question, { facts, language }: PageContext): Html {
  const texts = pricingTexts[language];
  const number = (name: 'requests' | 'input' | 'output' | 'cached' | 'written') =>
    html`<div><label for="${name}">${texts[name]}</label><input id="${name}" name="${name}" inputmode="numeric" pattern="[0-9 ]*" value="${String(question[name])}"></div>`;
  const options = facts.models.map(
    ({ id, isDemonstration }) =>
      html`<option value="${id}"${id === question.model.id && html` selected`}>${id}${isDemonstration && ` (${modelTexts[language].demonstration})`}</option>`,
  );
  return html`<section aria-labelledby="calculator"><h2 id="calculator">${texts.calculator}</h2><p>${texts.calculatorLead}</p>
<div class="calculator"><form data-live action="${pathTo('pricing', language)}#calculator" method="get">
<div><label for="model">${texts.model}</label><select id="model" name="model">${options}</select></div>
${number('requests')}${number('input')}${number('output')}${number('cached')}${facts.models.some(({ price }) => price.cacheWrite5m !== undefined) && number('written')}
<button type="submit">${texts.calculate}</button></form>
<div id="result" aria-live="polite">${result(estimate(question, facts.plans), language)}</div></div></section>`;
}

function result({ tokens, perRequest, ways, cheapest }: Estimate, language: Language): Html {
  const texts = pricingTexts[language];
  const summary = texts.summary(numberText(tokens, language), estimateText(perRequest, language));
  return html`<h3>${texts.result}</h3><p>${summary}</p>
<div class="scroll" tabindex="0" role="group" aria-label="${texts.result}"><table class="stack"><thead><tr><th scope="col">${texts.way}</th><th scope="col" class="number">${texts.covered}</th><th scope="col" class="number">${texts.fromCredit}</th><th scope="col" class="number">${texts.total}</th></tr></thead>
<tbody>${ways.map((way) => wayRow(way, way === cheapest && ways.length > 1, language))}</tbody></table></div>
<p class="under">${texts.note}</p>`;
}

function wayRow({ plan, covered, fromCredit, total }: Way, isCheapest: boolean, language: Language): Html {
  const texts = pricingTexts[language];
  const name = plan ? plan.name[language] : texts.creditOnly;
  return html`<tr><th scope="row">${name}${isCheapest && html` <span class="tag">${texts.cheapest}</span>`}</th>${numberCell(texts.covered, plan ? numberText(covered, language) : '–')}${numberCell(texts.fromCredit, estimateText(fromCredit, language))}${numberCell(texts.total, total === null ? texts.onRequest : estimateText(total, language))}</tr>`;
}
