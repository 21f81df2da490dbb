/** How to reach the operator. */
import { addressOf } from '../../core/offer.ts';
import { type Html, html } from '../../lib/html.ts';
import { frameTexts } from './frame.ts';
import { legalTexts } from './legal.ts';
import type { PageContent, PageContext } from './site.ts';

export function contactPage({ site, language }: PageContext): PageContent {
  const texts = legalTexts[language];
  const { email, phone, text } = site.front.contact;
  const rows = [
    ...(email ? [row(texts.email, html`<a href="mailto:${email}">${email}</a>`)] : []),
    ...(phone ? [row(texts.phone, html`<a href="tel:${phone.replaceAll(' ', '')}">${phone}</a>`)] : []),
    ...sellerRows(site.seller, language),
    ...(site.securityContact ? [row(texts.security, securityLink(site.securityContact))] : []),
  ];
  return {
    title: texts.contactTitle,
    description: texts.contactDescription(site.name),
    main: html`<div class="wide text"><h1>${texts.contactTitle}</h1>${text !== null && html`<p class="lead">${text[language]}</p>`}
${rows.length > 0 ? html`<dl class="rows card">${rows}</dl>` : text === null && html`<p>${texts.none}</p>`}</div>
`,
  };
}

function sellerRows(seller: PageContext['site']['seller'], language: PageContext['language']): readonly Html[] {
  if (!seller) return [];
  const frame = frameTexts[language];
  const name = html`${seller.name}${addressOf(seller) && html`<br>${addressOf(seller)}`}`;
  return [
    row(legalTexts[language].operator, name),
    ...(seller.companyId ? [row(frame.companyId, html`${seller.companyId}`)] : []),
    ...(seller.vatId ? [row(frame.vatId, html`${seller.vatId}`)] : []),
  ];
}

const securityLink = (contact: string): Html =>
  html`<a href="${contact.includes('://') ? contact : `mailto:${contact}`}">${contact}</a>`;

const row = (name: string, value: Html): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
