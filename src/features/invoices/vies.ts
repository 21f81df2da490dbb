/** Asks VIES, the register of VAT ids of the EU, by its REST API. What is not a clear answer is `unreachable`. */
import type { WaysToPay } from '../../core/offer.ts';
import type { Attempts } from '../../core/people.ts';
import { isRecord } from '../../lib/record.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Buyer, Buyers, VatCheck } from '../shop/index.ts';
import { isInEu, vatPrefixOf } from './company-id.ts';

export type ViesSettings = { readonly url: string };

const TIMEOUT_MS = 8000;
/** An answer that is older is asked for again before something is sold. */
const FRESH_MS = 24 * 60 * 60 * 1000;
const TEXT_MAX = 200;
const HOUR_MS = 60 * 60 * 1000;
/** VIES blocks those who ask too much: no customer may bring that about. */
const QUESTIONS_AN_HOUR = 20;

/** Keeps the answer about the VAT id of a buyer. The check of a company that sells nothing across borders is not needed. */
export type CheckBuyer = (accountId: string, buyer: Buyer | undefined) => Promise<VatCheck | null>;

type Checking = {
  readonly buyers: Pick<Buyers, 'checkOf' | 'keepCheck'>;
  readonly attempts: Pick<Attempts, 'take'>;
  /** Missing where VIES is not asked. */
  readonly vies: ViesSettings | null;
  /** Our own VAT id, with which VIES gives a number to each question; null where the seller pays no VAT. */
  readonly sellerVatId: () => string | null;
};

export const sellerVatIdOf = ({ seller }: Pick<WaysToPay, 'seller'>): string | null =>
  seller?.isVatPayer ? seller.vatId : null;

export function createBuyerCheck(
  { clock, log }: Platform,
  { buyers, attempts, vies, sellerVatId: ownVatId }: Checking,
): CheckBuyer {
  return async (accountId, buyer) => {
    const sellerVatId = ownVatId();
    if (!vies || !sellerVatId || !buyer?.vatId || buyer.country === 'CZ' || !isInEu(buyer.country)) return null;
    const known = await buyers.checkOf(accountId);
    const isFresh = known && known.state !== 'unreachable' && clock.nowMs() - known.atMs < FRESH_MS;
    if (isFresh && known.vatId === buyer.vatId) return known;
    const limit = { scope: `vies:${accountId}`, max: QUESTIONS_AN_HOUR, windowMs: HOUR_MS };
    const { waitMs } = await attempts.take([limit], clock.nowMs());
    const asked = { vatId: buyer.vatId, prefix: vatPrefixOf(buyer.country), sellerVatId, clock };
    const check = waitMs > 0 ? unanswered(asked) : await askVies(vies, asked);
    if (check.state === 'unreachable') log.warn({ account: accountId }, 'VIES did not answer about a VAT id');
    // An answer that we had is worth more than none.
    if (check.state === 'unreachable' && known?.state === 'valid' && known.vatId === buyer.vatId) return known;
    await buyers.keepCheck(accountId, check);
    return check;
  };
}

type Asked = {
  readonly vatId: string;
  readonly prefix: string;
  readonly sellerVatId: string;
  readonly clock: Platform['clock'];
};

const unanswered = ({ vatId, clock }: Asked): VatCheck => ({
  vatId,
  atMs: clock.nowMs(),
  ...answerIn(undefined),
});

async function askVies({ url }: ViesSettings, { vatId, prefix, sellerVatId, clock }: Asked): Promise<VatCheck> {
  const about = { vatId, atMs: clock.nowMs() };
  try {
    const response = await fetch(`${url}/check-vat-number`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        countryCode: prefix,
        vatNumber: vatId.slice(prefix.length),
        requesterMemberStateCode: sellerVatId.slice(0, 2),
        requesterNumber: sellerVatId.slice(2),
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { ...about, ...answerIn(response.ok ? await response.json() : undefined) };
  } catch {
    return unanswered({ vatId, prefix, sellerVatId, clock });
  }
}

/** A register that cannot be asked is `actionSucceed: false`, or a user error, beside a `valid` that means nothing. */
function answerIn(body: unknown): Pick<VatCheck, 'state' | 'name' | 'requestId'> {
  const said = isRecord(body) ? body : {};
  const text = (value: unknown) => (typeof value === 'string' && value !== '---' ? value.slice(0, TEXT_MAX) : '');
  const isClear = said.actionSucceed !== false && ['', 'VALID', 'INVALID'].includes(text(said.userError));
  if (!isClear || typeof said.valid !== 'boolean') return { state: 'unreachable', name: '', requestId: '' };
  return { state: said.valid ? 'valid' : 'invalid', name: text(said.name), requestId: text(said.requestIdentifier) };
}
