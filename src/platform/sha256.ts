/** The SHA-256 of a text, in hexadecimal digits. */
export const sha256 = (text: string): string => new Bun.CryptoHasher('sha256').update(text).digest('hex');
