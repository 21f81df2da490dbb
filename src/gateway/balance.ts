import type { Ledger } from '../ledger/ledger.ts';
import { balanceToWire } from '../platform/balance.ts';
import type { Clock } from '../platform/clock.ts';
import type { KeyCall } from '../platform/http/call.ts';

/** GET /v1/balance: what the key may spend now, its limit, and the pots of its account. */
export const showBalance =
  (ledger: Pick<Ledger, 'fundsOf'>, clock: Clock) =>
  async ({ caller }: KeyCall): Promise<Response> => {
    const keyId = caller.key.id;
    return Response.json(balanceToWire(await ledger.fundsOf(keyId, clock.nowMs()), keyId));
  };
