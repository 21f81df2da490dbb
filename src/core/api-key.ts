/**
 * An API key: `<vendor prefix><43 characters of 256 random bits><6 characters of checksum>`. The checksum lets us
 * refuse a mistyped or invented key without asking the store, and lets secret scanners find leaked ones.
 */
import type { LimitRule, LimitUse } from './limit.ts';
import type { Nanos } from './money.ts';

/** The caller, known once the key was checked. */
export type Caller = { readonly accountId: string; readonly key: ApiKey; readonly requestId: string };

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

export type ApiKey = {
  readonly id: string;
  readonly accountId: string;
  /** The member whose key it is; without one it belongs to the organisation. */
  readonly userId?: string;
  readonly name: string;
  /** The last characters of the secret, so that a person can tell keys apart. */
  readonly hint: string;
  readonly createdAtMs: number;
  readonly expiresAtMs?: number;
  readonly revokedAtMs?: number;
  /** Empty means all models. */
  readonly allowedModels: readonly string[];
  /** Empty means every address. CIDR notation. */
  readonly allowedRanges: readonly string[];
  readonly limits: readonly LimitRule[];
  /** It is of a member whose role may not spend; it works again when the role may. */
  readonly isPaused?: true;
  /** The limits of all keys of its account together; read with the key, so nothing else is asked when it is used. */
  readonly accountLimits?: readonly LimitRule[];
  /** Those of all keys of its member. */
  readonly memberLimits?: readonly LimitRule[];
};

/** `playground`: the pages spend with it in the name of the account. It has no secret, so nothing else can. */
export type KeyKind = 'api' | 'playground';

/** A key as its owner sees it: with what it has spent. */
export type KeyRecord = ApiKey & {
  readonly limits: readonly LimitUse[];
  readonly kind: KeyKind;
  /** The address of the member whose key it is, as long as that person is known. */
  readonly memberEmail?: string;
  readonly lastUsedAtMs?: number;
  readonly spent: Nanos;
  /** In the running calendar month. */
  readonly spentMonth: Nanos;
  readonly spentToday: Nanos;
  /** Tokens that were charged, whatever has paid for them: in all, in the running calendar month, and today. */
  readonly tokens: bigint;
  readonly tokensMonth: bigint;
  readonly tokensToday: bigint;
};

/** The changes that an owner may make. Null takes a rule away. */
export type KeyChange = {
  readonly name?: string;
  readonly expiresAtMs?: number | null;
  readonly allowedModels?: readonly string[];
  readonly allowedRanges?: readonly string[];
  /** All that there are from now on. */
  readonly limits?: readonly LimitRule[];
};

/** Writes 32 random bytes as a key secret. */
export function keySecretFrom(prefix: string, random: Uint8Array): string {
  if (random.length !== 32) throw new RangeError('A key is made of 32 random bytes.');
  const body = toBase62(random).padStart(RANDOM_LENGTH, '0');
  return prefix + body + checksumOf(prefix + body);
}

/** True of a text that can be one of our keys. That says nothing about whether the key exists. */
export function isWellFormedKey(text: string, prefix: string): boolean {
  if (text.length !== prefix.length + RANDOM_LENGTH + CHECKSUM_LENGTH || !text.startsWith(prefix)) return false;
  const checksumAt = text.length - CHECKSUM_LENGTH;
  return checksumOf(text.slice(0, checksumAt)) === text.slice(checksumAt);
}

export const isUsable = (key: ApiKey, nowMs: number): boolean =>
  (key.revokedAtMs === undefined || nowMs < key.revokedAtMs) &&
  (key.expiresAtMs === undefined || nowMs < key.expiresAtMs);

function toBase62(bytes: Uint8Array): string {
  let number = 0n;
  for (const byte of bytes) number = (number << 8n) | BigInt(byte);
  let text = '';
  for (; number > 0n; number /= 62n) text = ALPHABET[Number(number % 62n)]! + text;
  return text;
}

/** CRC-32 in base 62. Not a secret: it guards against typing mistakes, not against attackers. */
function checksumOf(text: string): string {
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i++) crc = (crc >>> 8) ^ CRC_OF_BYTE[(crc ^ text.charCodeAt(i)) & 0xff]!;
  let rest = (crc ^ 0xffffffff) >>> 0;
  let written = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++, rest = Math.floor(rest / 62)) written = ALPHABET[rest % 62]! + written;
  return written;
}

/** Each request checks a key, so the eight steps of every byte are taken once, here. */
const CRC_OF_BYTE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  return crc;
});

/** Keys of the service that customers came from begin so. Some of their clients leave it out. */
const FOREIGN_PREFIX = 'sk-';
const FOREIGN_FORM = /^[\w-]{20,200}$/;

/** True of a text that can be a key of another service. That says nothing about whether one was taken over. */
export const canBeForeignKey = (text: string): boolean => FOREIGN_FORM.test(text);

/** A key of another service with its beginning, however it was sent. */
export const wholeForeignKey = (text: string): string =>
  text.startsWith(FOREIGN_PREFIX) ? text : FOREIGN_PREFIX + text;

/**
 * The fingerprint of a key of another service. Some of them keep the key, some only its SHA-256 in hexadecimal digits:
 * so it is made of the latter. The first word tells it apart from our own keys.
 */
export const foreignFingerprint = (sha256: string, fingerprint: (text: string) => string): string =>
  `${FOREIGN_MARK}${fingerprint(sha256)}`;

/** No fingerprint of our own begins so. */
export const FOREIGN_MARK = 'foreign ';
