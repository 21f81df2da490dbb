/** The SHA-256 of a text or of bytes, in hexadecimal digits. */
export const sha256 = (content: string | Uint8Array): string =>
  new Bun.CryptoHasher('sha256').update(content).digest('hex');
