/** Codes that people type: 80 random bits in four groups, without letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SIGNS = 16;

/** Takes at least 16 random bytes. */
export function voucherCode(random: Uint8Array): string {
  const signs = [...random.slice(0, SIGNS)].map((byte) => ALPHABET[byte % ALPHABET.length]!).join('');
  return signs.match(/.{4}/g)!.join('-');
}

/** As people may type it: in small letters, with other dashes or none, O for 0, I or L for 1. */
export const normalCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .replaceAll(/[^0-9A-Z]/g, '');
