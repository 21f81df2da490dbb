/** Numbers of companies and VAT ids, by their form and, where they are Czech, by their check digits. */

/** IČO: seven digits and a check digit. */
export function isCzechCompanyId(text: string): boolean {
  return /^\d{8}$/.test(text) && checkDigitOf(text.slice(0, 7)) === Number(text[7]);
}

/** DIČ without its CZ: the number of a company, of a person, or of a group and other special cases, which begin with 6. */
function isCzechVatNumber(digits: string): boolean {
  if (digits.length === 8) return isCzechCompanyId(digits);
  if (/^6\d{8}$/.test(digits)) return specialCheckDigitOf(digits.slice(1, 8)) === Number(digits[8]);
  return isBirthNumber(digits);
}

const weighted = (seven: string): number => [...seven].reduce((sum, digit, at) => sum + (8 - at) * Number(digit), 0);

const checkDigitOf = (seven: string): number => (11 - (weighted(seven) % 11)) % 10;

const specialCheckDigitOf = (seven: string): number => (18 - ((10 - (weighted(seven) % 11)) % 11)) % 10;

/** Nine digits until 1953, ten after: a date, whose month says more than the month, and a check digit where there are ten. */
function isBirthNumber(digits: string): boolean {
  if (!/^\d{9,10}$/.test(digits)) return false;
  const year = Number(digits.slice(0, 2));
  const month = Number(digits.slice(2, 4));
  const day = Number(digits.slice(4, 6));
  const isOld = digits.length === 9;
  if (isOld && year > 53) return false;
  const realMonth = [70, 50, 20, 0].map((more) => month - more).find((one) => one >= 1 && one <= 12);
  if (realMonth === undefined) return false;
  // 1900 had no leap day and 2000 had; all other years have the same days in both centuries.
  const date = new Date(Date.UTC((isOld ? 1900 : 2000) + year, realMonth - 1, day));
  if (date.getUTCDate() !== day) return false;
  if (isOld) return true;
  return Number(digits.slice(0, 9)) % 11 === 10 ? digits[9] === '0' : Number(digits) % 11 === 0;
}

/** VAT ids by country, after the prefix, which is the country but for Greece. */
const EU_FORMS: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z0-9]{2}\d{9}$/,
  GR: /^\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{12}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
};

export const isInEu = (country: string): boolean => Object.hasOwn(EU_FORMS, country);

/** As it is printed: `cz 123 45679` is CZ12345679. */
export const plainId = (text: string): string => text.replaceAll(/[\s./-]/g, '').toUpperCase();

/** For a company in this country. Elsewhere than in the EU there are many kinds, and none is looked at closely. */
export function isVatId(text: string, country: string): boolean {
  const form = EU_FORMS[country];
  if (!form) return /^[A-Z0-9+*]{2,20}$/.test(text);
  const prefix = vatPrefixOf(country);
  const number = text.slice(prefix.length);
  if (!text.startsWith(prefix) || !form.test(number)) return false;
  return country !== 'CZ' || isCzechVatNumber(number);
}

export const vatPrefixOf = (country: string): string => (country === 'GR' ? 'EL' : country);
