/** `/.well-known/security.txt` (RFC 9116): where to report a weakness of this installation. Absent until it is configured. */
import type { Call, Route } from '../../platform/http/call.ts';
import { nothingHere } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';

type SecurityContact = {
  /** An e-mail address or an https address. Empty where the operator has given none. */
  readonly contact: string;
  /** A page that says how reports are handled. */
  readonly policy: string;
};

/** The standard wants an end within a year; the answer is made anew each time, so a month is enough. */
const VALID_MS = 30 * 24 * 60 * 60 * 1000;
const HOUR_SECONDS = 3600;

type Place = Pick<Platform, 'clock' | 'origin'>;

export const securityTxtRoutes = (platform: Place, contact: SecurityContact): readonly Route[] =>
  ['/.well-known/security.txt', '/security.txt'].map((path) => ({
    method: 'GET',
    path,
    guard: 'none',
    handle: async (_call: Call) => answer(platform, contact),
  }));

function answer({ clock, origin }: Place, { contact, policy }: SecurityContact): Response {
  if (contact === '') throw nothingHere();
  const lines = [
    `Contact: ${contact.includes('://') ? contact : `mailto:${contact}`}`,
    `Expires: ${new Date(clock.nowMs() + VALID_MS).toISOString()}`,
    'Preferred-Languages: en, cs',
    `Canonical: ${origin()}/.well-known/security.txt`,
    ...(policy === '' ? [] : [`Policy: ${policy}`]),
  ];
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': `max-age=${HOUR_SECONDS}` },
  });
}
