/** Tells the seller's own account, however a bank file writes the number. */

/** `ours` is an IBAN without spaces. A file that does not name its account is taken at the operator's word. */
export function isOurAccount(written: string | null, ours: string): boolean {
  if (written === null) return true;
  const text = written.replaceAll(' ', '').toUpperCase();
  if (text === ours) return true;
  if (!ours.startsWith('CZ')) return false;
  const bank = ours.slice(4, 8);
  const number = ours.slice(8);
  const [account = '', ofBank = bank] = text.split('/');
  return ofBank === bank && (sixteenDigits(account) === number || plainOrder(account) === number);
}

/** `19-2000145399` as the last 16 digits of an IBAN. */
function sixteenDigits(account: string): string | undefined {
  const match = /^(?:(\d{1,6})-)?(\d{1,16})$/.exec(account);
  if (!match) return undefined;
  const [, prefix = '', number = ''] = match;
  return prefix === '' ? number.padStart(16, '0') : `${prefix.padStart(6, '0')}${number.padStart(10, '0')}`;
}

/** Some banks shuffle the digits of accounts in GPC files. The place of each digit of the plain number there, from 1. */
const SHUFFLED = [11, 12, 13, 14, 15, 16, 5, 6, 7, 8, 9, 4, 10, 2, 3, 1];

const plainOrder = (account: string): string | undefined =>
  /^\d{16}$/.test(account) ? SHUFFLED.map((place) => account[place - 1]).join('') : undefined;
