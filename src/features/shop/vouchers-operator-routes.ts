/** Vouchers: finding them, making one, whose code is shown this once, and withdrawing one. */

import { ServiceError } from '../../core/errors.ts';
import { actorOf } from '../../core/management-token.ts';
import { parseCzk } from '../../core/money.ts';
import type { Route } from '../../platform/http/call.ts';
import type { VoucherBody } from '../../server/api/operator-bodies.ts';
import { operatorRoute } from '../../server/api/operator-route.ts';
import { pageOf, placeFrom } from '../customers/list-place.ts';
import { actionToView, voucherToView } from '../customers/operator-view.ts';
import { makeVoucher, printOf, type VoucherParts } from './new-voucher.ts';
import type { VoucherGift, Vouchers } from './payment-ports.ts';

export type VoucherRouteParts = VoucherParts & { readonly stores: { readonly vouchers: Vouchers } };

const PAGE = 50;

export function voucherRoutes(parts: VoucherRouteParts): readonly Route[] {
  const { operatorStore, clock, stores, fingerprint } = parts;
  return [
    operatorRoute('GET /api/operator/vouchers', async (_call, { query: { search, after } }) => {
      const wish = search ? { search, fingerprint: printOf(search, fingerprint) } : {};
      const found = await stores.vouchers.list({ ...wish, ...placeFrom(after), rowsMax: PAGE + 1 });
      const { shown, next } = pageOf(found, PAGE);
      return { vouchers: shown.map(voucherToView), next };
    }),

    operatorRoute('POST /api/operator/vouchers', async ({ operator }, { body }) => {
      const { id, reason, usesMax, expiresAtMs } = body;
      if (expiresAtMs !== null && expiresAtMs <= clock.nowMs()) {
        throw new ServiceError('invalid_request', 'A voucher must end in the future.', { param: 'expiresAtMs' });
      }
      const wish = { gift: giftOf(body.gift), usesMax, expiresAtMs, note: reason };
      const { voucher, code } = await makeVoucher(wish, { id, reason, actor: actorOf(operator) }, parts);
      return { voucher: voucherToView(voucher), code };
    }),

    operatorRoute('POST /api/operator/vouchers/{id}/revoke', async ({ operator, params }, { body }) => {
      const action = { kind: 'revoke-voucher', voucherId: params.id ?? '' } as const;
      const order = { ...body, actor: actorOf(operator), atMs: clock.nowMs(), action };
      return { action: actionToView(await operatorStore.act(order)) };
    }),
  ];
}

function giftOf(gift: VoucherBody['gift']): VoucherGift {
  if (gift.kind === 'credit') return { kind: 'credit', amount: parseCzk(gift.czk) };
  return gift.kind === 'package' ? { ...gift, tokens: BigInt(gift.tokens) } : gift;
}
