import { ServiceError } from '../core/errors.ts';
import { CREDIT_MAX, formatCzk } from '../core/money.ts';

/** Credit would become more than an account may have. A RangeError like every amount that is too large. */
export class AccountFull extends RangeError {
  constructor() {
    super(`An account may have at most ${formatCzk(CREDIT_MAX)} CZK: this would be more.`);
  }
}

/** The same as an answer to a customer or a payment provider. `param` is what asked for too much. */
export async function refuseWhenFull<T>(giving: Promise<T>, param?: string): Promise<T> {
  try {
    return await giving;
  } catch (thrown) {
    if (!(thrown instanceof AccountFull)) throw thrown;
    throw new ServiceError('account_full', thrown.message, param === undefined ? {} : { param });
  }
}
