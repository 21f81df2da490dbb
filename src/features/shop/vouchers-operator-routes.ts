/** Vouchers: finding them, making one, whose code is shown this once, and withdrawing one. */

import { ServiceError } from '../../core/errors.ts';
import { actorOf } from '../../core/management-token.ts';
import { parseCzk } from '../../core/money.ts';
import { implement } from '../../platform/api/implement.ts';
import { pageOf, placeFrom } from '../../platform/api/list-place.ts';
import type { Route } from '../../platform/http/call.ts';
import type { Platform } from '../../platform/platform.ts';
import { makeVoucher, printOf } from './new-voucher.ts';
import { vouchers as contract, type VoucherBody } from './operator-contract.ts';
import { giftToView } from './order-view.ts';
import type { Voucher, VoucherGift, Vouchers } from './payment-ports.ts';

const PAGE = 50;

export function voucherRoutes(platform: Platform, vouchers: Vouchers): readonly Route[] {
  const { actionLog, clock, fingerprint } = platform;
  return implement(contract, {
    list: async ({ query: { search, after } }) => {
      const wish = search ? { search, fingerprint: printOf(search, fingerprint) } : {};
      const found = await vouchers.list({ ...wish, ...placeFrom(after), rowsMax: PAGE + 1 });
      const { shown, next } = pageOf(found, PAGE);
      return { vouchers: shown.map(voucherToView), next };
    },

    make: async ({ operator, body: { id, reason, usesMax, expiresAtMs, gift } }) => {
      if (expiresAtMs !== null && expiresAtMs <= clock.nowMs()) {
        throw new ServiceError('invalid_request', 'A voucher must end in the future.', { param: 'expiresAtMs' });
      }
      const wish = { gift: giftOf(gift), usesMax, expiresAtMs, note: reason };
      const { voucher, code } = await makeVoucher(platform, wish, { id, reason, actor: actorOf(operator) });
      return { voucher: voucherToView(voucher), code };
    },

    revoke: async ({ operator, params, body }) => {
      const action = { kind: 'revoke-voucher', voucherId: params.id } as const;
      return { action: await actionLog.act({ ...body, actor: actorOf(operator), atMs: clock.nowMs(), action }) };
    },
  });
}

const voucherToView = (voucher: Voucher) => ({ ...voucher, gift: giftToView(voucher.gift) });

function giftOf(gift: VoucherBody['gift']): VoucherGift {
  if (gift.kind === 'credit') return { kind: 'credit', amount: parseCzk(gift.czk) };
  return gift.kind === 'package' ? { ...gift, tokens: BigInt(gift.tokens) } : gift;
}
