/** How each model is now and was in the last 90 days, and what the operator says about it. */

import { Html, html } from '../../lib/html.ts';
import { dayText, numberText, shareText, timeText } from './format.ts';
import type { Language } from './front.ts';
import { demonstrationTag } from './parts.ts';
import { type DayRecord, type DayState, dayStateOf, type StatusNote, uptimeOf } from './rules.ts';
import type { ModelStatus, PageContent, PageContext } from './site.ts';
import { statusTexts } from './status.ts';

const STATES = ['up', 'disturbed', 'down', 'unknown'] as const;

export function statusPage(context: PageContext): PageContent {
  const { site, facts, language } = context;
  const texts = statusTexts[language];
  const { kind, sentence } = overall(facts.status, language);
  const notes = facts.notes.map((note) => noteItem(note, language));
  return {
    title: texts.title,
    description: texts.description(site.name),
    main: html`<div class="wide"><h1>${texts.title}</h1>
<p class="banner ${kind}"><span class="dot ${kind}"></span><strong>${sentence}</strong> ${texts.asOf(timeText(facts.nowMs, language))}</p>
<section aria-labelledby="models"><h2 id="models">${texts.models}</h2>${facts.status.map((one) => modelBlock(one, context))}
<p class="legend under">${STATES.map((state) => html`<span><span class="dot ${state}"></span>${texts.legend[state]}</span>`)}</p></section>
<section aria-labelledby="notes"><h2 id="notes">${texts.notes}</h2>${notes.length > 0 ? html`<ul class="notes">${notes}</ul>` : html`<p>${texts.noNotes}</p>`}</section>
<p class="under text">${texts.how}</p></div>
`,
  };
}

function overall(status: readonly ModelStatus[], language: Language) {
  const texts = statusTexts[language];
  const down = status.filter(({ state }) => state === 'down').length;
  if (down > 0 && down === status.length) return { kind: 'down', sentence: texts.allDown };
  if (down > 0) return { kind: 'disturbed', sentence: texts.someDown };
  if (status.some(({ state }) => state === 'disturbed')) return { kind: 'disturbed', sentence: texts.someDisturbed };
  return { kind: 'up', sentence: texts.allUp };
}

function modelBlock({ model, state, days }: ModelStatus, { facts, language }: PageContext): Html {
  const texts = statusTexts[language];
  const uptime = uptimeOf(days);
  const served = facts.models.find(({ id }) => id === model);
  return html`<article class="card model"><div class="model-head"><h3><code>${model}</code>${served && demonstrationTag(served, language)}</h3><p class="state"><span class="dot ${state}"></span>${texts.states[state]}</p></div>
${chart(model, days, language)}
<p class="chart-foot under"><span>${texts.daysAgo}</span><span>${uptime === undefined ? texts.noRecord : texts.uptime(shareText(uptime, language))}</span><span>${texts.today}</span></p>
${disturbances(days, language)}</article>`;
}

/** One bar a day; all bars of one state are one path, so that 90 days of many models stay small. */
function chart(model: string, days: readonly DayRecord[], language: Language): Html {
  const states = days.map(dayStateOf);
  const count = (state: DayState) => numberText(states.filter((one) => one === state).length, language);
  const label = statusTexts[language].chart(model, count('up'), count('disturbed'), count('down'));
  const paths = STATES.map((state) => {
    const bars = states.flatMap((one, at) => (one === state ? [`M${at * 8} 0h6v32h-6z`] : []));
    return bars.length > 0 ? html`<path class="${state}" d="${new Html(bars.join(''))}"/>` : html``;
  });
  return html`<svg class="days" viewBox="0 0 718 32" preserveAspectRatio="none" role="img" aria-label="${label}">${paths}</svg>`;
}

function disturbances(days: readonly DayRecord[], language: Language): Html | undefined {
  const texts = statusTexts[language];
  const rows = days
    .filter((record) => ['disturbed', 'down'].includes(dayStateOf(record)))
    .toReversed()
    .map(({ day, seen }) => {
      const what = texts.day(numberText(seen!.minutesDown, language), numberText(seen!.failed, language));
      return html`<li>${dayText(day, language)}: ${what}</li>`;
    });
  if (rows.length === 0) return undefined;
  return html`<details><summary>${texts.disturbances} (${rows.length})</summary><ul>${rows}</ul></details>`;
}

function noteItem({ atMs, texts: { cs, en }, resolvedAtMs }: StatusNote, language: Language): Html {
  const texts = statusTexts[language];
  const end = resolvedAtMs === null ? texts.open : texts.resolved(timeText(resolvedAtMs, language));
  const kind = resolvedAtMs === null ? 'disturbed' : 'up';
  return html`<li class="card"><p class="under"><time datetime="${new Date(atMs).toISOString()}">${timeText(atMs, language)}</time> <span class="tag ${kind}">${end}</span></p><p class="text">${language === 'cs' ? cs : en}</p></li>`;
}
