/** Counting requests and tokens against limits of a minute. */
import type { Admission, RateRule } from '../core/rate-limit.ts';
import type { TokenAnswer, TokenTaking } from '../core/token-rate.ts';

export interface RateLimits {
  /**
   * Throws `store_unavailable` when the number of earlier ones is unknown. One server alone answers at once, and so does one
   * of several that may take what it has set aside for the key: then `remaining` may not know of the last requests elsewhere.
   * `max`: of a key that may make fewer than others.
   */
  admit(keyId: string, mayTakeSlice?: boolean, max?: number): Admission | Promise<Admission>;
  /** How many would be admitted now, without counting one. */
  look(keyId: string, max?: number): Admission | Promise<Admission>;
  /**
   * A request under several rules, counted by all of them or, where one refuses it, by none. Answers in their order; what is
   * `admitted` is what that rule alone says. With 0 it only looks.
   */
  admitAll(rules: readonly RateRule[], requests: 0 | 1): readonly Admission[] | Promise<readonly Admission[]>;
  /** Tokens of a minute, which are counted beside the requests. */
  takeTokens(taking: TokenTaking): TokenAnswer | Promise<TokenAnswer>;
}
