/** The service on one page. */

import { serviceNames } from '../../core/service-names.ts';
import { type Html, html } from '../../lib/html.ts';
import { curlExample } from './code-examples.ts';
import { priceText } from './format.ts';
import { homeTexts } from './home.ts';
import { code, priceTable } from './parts.ts';
import { baseAddress, type PageContent, type PageContext, pathTo } from './site.ts';

const FEATURES = ['compatible', 'exact', 'receipts', 'limits', 'retries', 'privacy'] as const;

export function homePage(context: PageContext): PageContent {
  const { site, facts, language } = context;
  const texts = homeTexts[language];
  const headline = site.front.headline?.[language] ?? texts.headline;
  const intro = site.front.intro?.[language] ?? texts.intro(site.name);
  return {
    title: headline,
    description: intro,
    main: html`<div class="hero"><div class="wide">
<div><h1>${headline}</h1><p class="lead">${intro}</p><p class="buttons">${begin(context)}<a class="button second" href="${pathTo('pricing', language)}">${texts.prices}</a></p>${trialLine(context)}<p class="under" role="note">${texts.machine}</p>${statusLine(context)}</div>
${code(texts.firstRequest, curlExample(facts, texts.question, serviceNames(site.name).keyVariable), 'shell')}
</div></div>
<div class="wide">
<section aria-labelledby="models"><h2 id="models">${texts.models}</h2>${priceTable(context)}<p><a href="${pathTo('models', language)}">${texts.modelsLink}</a></p></section>
<section aria-labelledby="why"><h2 id="why">${texts.why}</h2><div class="cards">${FEATURES.map((name) => html`<article class="card"><h3>${texts.features[name].title}</h3><p>${texts.features[name].text}</p></article>`)}</div></section>
<section aria-labelledby="start"><h2 id="start">${texts.start}</h2><ol class="steps"><li>${facts.signUp === 'open' ? texts.steps.account : texts.steps.invitation}</li><li>${texts.steps.key}</li><li>${texts.steps.address} <code>${baseAddress(facts)}</code></li></ol><p><a href="${pathTo('docs', language)}">${texts.docs}</a></p></section>
</div>
`,
  };
}

function begin({ facts, language }: PageContext): Html {
  const texts = homeTexts[language];
  if (facts.signUp === 'open') return html`<a class="button" href="/sign-up">${texts.begin}</a>`;
  return html`<a class="button" href="/sign-in">${texts.signIn}</a>`;
}

function trialLine({ facts, language }: PageContext): Html | undefined {
  if (facts.trial === null || facts.signUp === 'closed') return undefined;
  return html`<p class="under">${homeTexts[language].trial(priceText(facts.trial, language))}</p>`;
}

function statusLine({ facts, language }: PageContext): Html {
  const texts = homeTexts[language];
  const isWell = facts.status.every(({ state }) => state === 'up');
  const invitation = facts.signUp === 'invitation' && html`<p class="under">${texts.byInvitation}</p>`;
  return html`${invitation}<p class="state"><span class="dot ${isWell ? 'up' : 'disturbed'}"></span>${isWell ? texts.allWorks : texts.someFail}. <a href="${pathTo('status', language)}">${texts.statusLink}</a></p>`;
}
