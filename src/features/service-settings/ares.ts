/** Asks the Czech register of companies, ARES, who has an IČO. */
import { ServiceError } from '../../core/errors.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { isRecord } from '../../lib/record.ts';
import { guardedAsk } from '../../platform/guarded-post.ts';
import type { CompanyView } from './contract.ts';

export type AresSettings = { readonly url: string };

const TIMEOUT_MS = 5_000;
/** The register itself is on the open Internet; another address is one that the operator has chosen. */
export const ARES_URL = 'https://ares.gov.cz/ekonomicke-subjekty-v-be/rest/ekonomicke-subjekty';

const UNREACHABLE = 'The register of companies does not answer: type what it would say.';

export async function askAres({ url }: AresSettings, companyId: string): Promise<CompanyView> {
  const digits = companyId.replaceAll(/\s/g, '');
  if (!/^\d{1,8}$/.test(digits)) {
    throw new ServiceError('invalid_request', 'companyId must be an IČO of at most 8 digits.', { param: 'companyId' });
  }
  const { status, text } = await answerOf(`${url}/${digits.padStart(8, '0')}`, url === ARES_URL ? 'public' : 'any');
  if (status === 404 || status === 400) {
    throw new ServiceError('not_found', 'The register has no company with this IČO.');
  }
  const found = status === 200 ? companyFrom(text) : undefined;
  if (!found) throw new ServiceError('provider_unreachable', UNREACHABLE);
  return found;
}

async function answerOf(url: string, network: 'public' | 'any') {
  try {
    return await guardedAsk({ url, network, timeoutMs: TIMEOUT_MS }, { headers: { accept: 'application/json' } });
  } catch (cause) {
    throw new ServiceError('provider_unreachable', UNREACHABLE, { cause });
  }
}

/** Undefined where it is not what the register answers with. */
function companyFrom(text: string): CompanyView | undefined {
  const found = parseJson(text);
  if (!isRecord(found) || typeof found.obchodniJmeno !== 'string') return undefined;
  const place = isRecord(found.sidlo) ? found.sidlo : {};
  const word = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
  const number = [word(place.cisloDomovni), word(place.cisloOrientacni)].filter(Boolean).join('/');
  const street = word(place.nazevUlice) || word(place.nazevCastiObce) || word(place.nazevObce);
  const postalCode = word(place.psc);
  return {
    name: found.obchodniJmeno,
    street: [street, `${number}${word(place.cisloOrientacniPismeno)}`].filter(Boolean).join(' '),
    postalCode: postalCode.replace(/^(\d{3})(\d{2})$/, '$1 $2'),
    city: word(place.nazevObce),
    companyId: word(found.ico),
    vatId: word(found.dic),
  };
}
