/** The one renderer of e-mails: plain text, and the same as simple HTML that loads nothing from anywhere. */
import type { Email } from '../domain/mail.ts';
import { escapeHtml } from '../lib/escape-html.ts';

type Link = { readonly href: string; readonly label: string };
type Rows = { readonly rows: readonly (readonly [name: string, value: string])[] };

export type EmailContent = {
  readonly subject: string;
  /** A text is a paragraph. */
  readonly parts: readonly (string | Link | Rows)[];
};

export function renderEmail(to: string, { subject, parts }: EmailContent): Email {
  return {
    to,
    subject,
    text: `${parts.map(plainOf).join('\n\n')}\n`,
    html: `<!doctype html><meta charset="utf-8"><body>${parts.map(htmlOf).join('')}</body>`,
  };
}

function plainOf(part: EmailContent['parts'][number]): string {
  if (typeof part === 'string') return part;
  if ('href' in part) return part.href;
  return part.rows.map(([name, value]) => `${name}: ${value}`).join('\n');
}

function htmlOf(part: EmailContent['parts'][number]): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`;
  if ('href' in part) return `<p><a href="${escapeHtml(part.href)}">${escapeHtml(part.label)}</a></p>`;
  const rows = part.rows.map(
    ([name, value]) => `<tr><th align="left">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  return `<table>${rows.join('')}</table>`;
}
