/**
 * Backups that are encrypted in the format of age (age-encryption.org), for one recipient. The server knows the recipient
 * alone, and cannot read its own backups; the identity opens them, here and with the program `age`. Every 64 KiB are
 * authenticated, and so is the end: a byte that was changed and a file that was cut off are found.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BrokenBackup } from './broken-backup.ts';

/** The bytes of a file, in their order. */
export type Pieces = AsyncIterable<Uint8Array>;

/** Added to the name of a file that is encrypted. */
export const ENCRYPTED = '.age';

/** The library is large, and few commands need it. */
const age = () => import('age-encryption');

/** The problem of a recipient, such as a letter that was mistyped; undefined where there is none. */
export async function recipientProblem(recipient: string): Promise<string | undefined> {
  try {
    await encrypterFor(recipient);
    return undefined;
  } catch {
    return `${recipient} is no recipient of age: copy what "boreal backup-key" or "age-keygen" has printed.`;
  }
}

async function decrypterFor(identities: readonly string[]) {
  const { Decrypter } = await age();
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  return decrypter;
}

async function encrypterFor(recipient: string) {
  const { Encrypter } = await age();
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return encrypter;
}

export async function encrypted(pieces: Pieces, recipient: string): Promise<ReadableStream<Uint8Array>> {
  const encrypter = await encrypterFor(recipient);
  return encrypter.encrypt(Readable.toWeb(Readable.from(pieces)) as ReadableStream<Uint8Array>);
}

/** For what is small. */
export async function encryptedBytes(bytes: Uint8Array, recipient: string): Promise<Uint8Array> {
  return (await encrypterFor(recipient)).encrypt(bytes);
}

/** Throws BrokenBackup as `decryptFile` does. */
export async function decryptedBytes(
  bytes: Uint8Array,
  identities: readonly string[],
  name: string,
): Promise<Uint8Array> {
  try {
    return await (await decrypterFor(identities)).decrypt(bytes);
  } catch (cause) {
    throw new BrokenBackup(
      `${name} cannot be opened: the identity is not the one of its recipient, or it is damaged.`,
      {
        cause,
      },
    );
  }
}

/** Throws BrokenBackup where the identity is another, or the file is not what was encrypted. */
export async function decryptFile(from: string, to: string, identities: readonly string[]): Promise<void> {
  const decrypter = await decrypterFor(identities);
  const plain = await decrypter.decrypt(streamOf(from)).catch((cause: unknown) => {
    throw new BrokenBackup(
      `${from} cannot be opened: the identity is not the one of its recipient, or its beginning is damaged.`,
      {
        cause,
      },
    );
  });
  try {
    await pipeline(plain, createWriteStream(to, { mode: 0o600, flags: 'wx' }));
  } catch (cause) {
    if (isOfDisk(cause)) throw cause;
    throw new BrokenBackup(`${from} is damaged or was cut off: it is not what was encrypted.`, { cause });
  }
}

/** The identities in a file as `age-keygen` writes it: a line each, and comments. */
export async function readIdentities(path: string): Promise<readonly string[]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new BrokenBackup(`The identity file ${path} cannot be read.`, { cause });
  });
  const lines = text.split('\n').map((line) => line.trim());
  const identities = lines.filter((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (identities.length === 0) throw new BrokenBackup(`There is no identity in ${path}: a line of AGE-SECRET-KEY-….`);
  return identities;
}

/** A new identity, and the recipient that goes into the configuration. */
export async function newIdentity(): Promise<{ readonly identity: string; readonly recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await age();
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

const streamOf = (path: string): ReadableStream<Uint8Array> =>
  Readable.toWeb(createReadStream(path, { highWaterMark: 1 << 20 })) as ReadableStream<Uint8Array>;

const isOfDisk = (cause: unknown): boolean => cause instanceof Error && 'code' in cause && 'syscall' in cause;
