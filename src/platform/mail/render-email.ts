/**
 * The one renderer of e-mails: plain text, and the same as HTML that loads nothing from anywhere. Mail programs drop style
 * sheets and know little of newer CSS, so the layout is a table, and each element has its style.
 */

import { escapeHtml } from '../../lib/escape-html.ts';
import type { Email, EmailFile } from './mail.ts';

type Link = { readonly href: string; readonly label: string };
type Rows = { readonly rows: readonly (readonly [name: string, value: string])[] };

/** A PNG, which travels with the e-mail: mail programs show no SVG and no data URLs. Plain text is without it. */
type Picture = {
  readonly picture: Uint8Array;
  readonly name: string;
  readonly caption: string;
  /** In CSS pixels; it is a square. */
  readonly size: number;
};

export type EmailContent = {
  readonly subject: string;
  /** A text is a paragraph. */
  readonly parts: readonly (string | Link | Rows | Picture)[];
  readonly files?: readonly EmailFile[];
};

export function renderEmail(to: string, { subject, parts, files = [] }: EmailContent): Email {
  const attached = [...parts.filter(isPicture).map(pictureFile), ...files];
  return {
    to,
    subject,
    text: `${parts.flatMap(plainOf).join('\n\n')}\n`,
    html: pageOf(subject, parts.map(htmlOf).join('')),
    ...(attached.length > 0 && { files: attached }),
  };
}

const isPicture = (part: EmailContent['parts'][number]): part is Picture =>
  typeof part !== 'string' && 'picture' in part;

const pictureFile = ({ name, picture }: Picture): EmailFile => ({
  name,
  type: 'image/png',
  bytes: picture,
  cid: cidOf(name),
});

/** The form of an address, as mail programs expect it. */
const cidOf = (name: string): string => `${name}@picture`;

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

function plainOf(part: EmailContent['parts'][number]): string | readonly string[] {
  if (typeof part === 'string') return part;
  if (isPicture(part)) return [];
  if ('href' in part) return part.href;
  return part.rows.map(([name, value]) => `${name}: ${value}`).join('\n');
}

function htmlOf(part: EmailContent['parts'][number]): string {
  if (typeof part === 'string') return `<p style="${TEXT};margin:0 0 16px">${escapeHtml(part)}</p>`;
  if ('href' in part) {
    return `<p style="margin:0 0 16px"><a href="${escapeHtml(part.href)}" style="${BUTTON}">${escapeHtml(part.label)}</a></p>`;
  }
  if (isPicture(part)) {
    const { caption, size } = part;
    const src = `cid:${cidOf(part.name)}`;
    return `<p style="${TEXT};margin:0 0 16px">${escapeHtml(caption)}<br><img src="${escapeHtml(src)}" alt="" width="${size}" height="${size}"></p>`;
  }
  const rows = part.rows.map(
    ([name, value]) =>
      `<tr><th scope="row" style="${CELL};color:#48606a;font-weight:400">${escapeHtml(name)}</th><td style="${CELL}">${escapeHtml(value)}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${rows.join('')}</table>`;
}
