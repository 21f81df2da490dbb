/**
 * Devices that have signed in before, each known by a signed cookie. It opens nothing: a known device is counted by
 * itself, so that strangers who use up what a network or everyone shares do not keep its owner out.
 */
import { createHash } from 'node:crypto';
import { parseJson } from '../../lib/parse-json.ts';
import { isRecord } from '../../lib/record.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Cookies } from './cookies.ts';
import { createSignedText } from './signed-text.ts';

export type KnownDevice = {
  readonly id: string;
  /** True where the owner of this address has signed in on it. */
  knows(email: string): boolean;
};

export type KnownDevices = {
  /** The device that has sent these cookies. */
  of(headers: Headers): KnownDevice | undefined;
  /** The cookie of a device on which the owner of this address has just signed in. */
  cookieAfterSignIn(headers: Headers, email: string): string;
};

/** A family shares a computer; of more people the ones who signed in last are known. */
const PEOPLE_MAX = 8;
const LASTS_SECONDS = 365 * 24 * 60 * 60;
const NAME = 'device';

type Kept = { readonly id: string; readonly people: readonly string[] };

export function createKnownDevices({ ids }: Pick<Platform, 'ids'>, secret: string, cookies: Cookies): KnownDevices {
  const signed = createSignedText(secret, 'known devices');

  function keptIn(headers: Headers): Kept | undefined {
    const text = signed.read(cookies.read(headers, NAME) ?? '');
    const kept = text === undefined ? undefined : parseJson(Buffer.from(text, 'base64url').toString());
    return isRecord(kept) ? (kept as Kept) : undefined;
  }

  return {
    of: (headers) => {
      const kept = keptIn(headers);
      return kept && { id: kept.id, knows: (email) => kept.people.includes(shortened(kept.id, email)) };
    },

    cookieAfterSignIn: (headers, email) => {
      const { id, people } = keptIn(headers) ?? { id: ids.next(''), people: [] };
      const person = shortened(id, email);
      const kept: Kept = { id, people: [person, ...people.filter((one) => one !== person)].slice(0, PEOPLE_MAX) };
      const text = Buffer.from(JSON.stringify(kept)).toString('base64url');
      return cookies.write(NAME, signed.sign(text), LASTS_SECONDS);
    },
  };
}

/** A reader of the cookie does not see who has signed in there. */
const shortened = (deviceId: string, email: string): string =>
  createHash('sha256').update(`${deviceId} ${email.toLowerCase()}`).digest('base64url').slice(0, 22);
