/** Text that a client keeps for us and cannot change: signed with a key that has one purpose. */
import { createHmac, timingSafeEqual } from 'node:crypto';

type SignedText = {
  sign(text: string): string;
  /** The text without its signature; nothing where the signature is not ours. */
  read(signed: string): string | undefined;
};

/** 132 bits cannot be tried, and a challenge stays short enough for one block of SHA-256. */
const SIGNATURE_LENGTH = 22;

export function createSignedText(secret: string, purpose: string): SignedText {
  const key = createHmac('sha256', secret).update(purpose).digest();
  const signatureOf = (text: string): string =>
    createHmac('sha256', key).update(text).digest('base64url').slice(0, SIGNATURE_LENGTH);
  return {
    sign: (text) => `${text}.${signatureOf(text)}`,
    read: (signed) => {
      const text = signed.slice(0, -SIGNATURE_LENGTH - 1);
      const given = Buffer.from(signed);
      const wanted = Buffer.from(`${text}.${signatureOf(text)}`);
      return given.length === wanted.length && timingSafeEqual(given, wanted) ? text : undefined;
    },
  };
}
