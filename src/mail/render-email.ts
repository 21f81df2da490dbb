/**
 * The one renderer of e-mails: plain text, and the same as HTML that loads nothing from anywhere. Mail programs drop style
 * sheets and know little of newer CSS, so the layout is a table, and each element has its style.
 */
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
    html: pageOf(subject, parts.map(htmlOf).join('')),
  };
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const TEXT = `${FONT};font-size:16px;line-height:1.5;color:#14242b;overflow-wrap:anywhere`;
const CELL = `${TEXT};padding:8px 12px 8px 0;border-top:1px solid #d5dee2;text-align:left;vertical-align:top`;
const BUTTON = `${FONT};display:inline-block;padding:12px 20px;background:#0a6c74;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none;border-radius:8px`;

const pageOf = (subject: string, content: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px 12px;background:#f6f8f9">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;margin:0 auto">
<tr><td style="padding:28px;background:#ffffff;border:1px solid #d5dee2;border-radius:12px">
<h1 style="${FONT};margin:0 0 16px;font-size:20px;line-height:1.3;color:#14242b">${escapeHtml(subject)}</h1>
${content}
</td></tr></table></body></html>`;

function plainOf(part: EmailContent['parts'][number]): string {
  if (typeof part === 'string') return part;
  if ('href' in part) return part.href;
  return part.rows.map(([name, value]) => `${name}: ${value}`).join('\n');
}

function htmlOf(part: EmailContent['parts'][number]): string {
  if (typeof part === 'string') return `<p style="${TEXT};margin:0 0 16px">${escapeHtml(part)}</p>`;
  if ('href' in part) {
    return `<p style="margin:0 0 16px"><a href="${escapeHtml(part.href)}" style="${BUTTON}">${escapeHtml(part.label)}</a></p>`;
  }
  const rows = part.rows.map(
    ([name, value]) =>
      `<tr><th scope="row" style="${CELL};color:#48606a;font-weight:400">${escapeHtml(name)}</th><td style="${CELL}">${escapeHtml(value)}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${rows.join('')}</table>`;
}
