/** Making vouchers: the code is known here and never again, the database holds only its fingerprint. */

import type { Platform } from '../../platform/platform.ts';
import type { Voucher, VoucherGift } from './payment-ports.ts';
import { normalCode, voucherCode } from './voucher-code.ts';

type VoucherWish = {
  readonly gift: VoucherGift;
  readonly usesMax: number;
  readonly note: string;
  readonly expiresAtMs: number | null;
};

type MadeVoucher = {
  readonly voucher: Voucher;
  /** Null where the same order was given before: its code was shown then, and exists nowhere. */
  readonly code: string | null;
};

/** `id`: made by the caller, so that the same order twice is done once. */
export async function makeVoucher(
  { actionLog, clock, ids, fingerprint, random }: Platform,
  wish: VoucherWish,
  by: { readonly id: string; readonly actor: string; readonly reason: string },
): Promise<MadeVoucher> {
  const atMs = clock.nowMs();
  const code = voucherCode(random());
  const voucher: Voucher = {
    ...wish,
    id: ids.next('vou_'),
    hint: code.slice(-4),
    uses: 0,
    createdBy: by.actor,
    createdAtMs: atMs,
    revokedAtMs: null,
  };
  const action = { kind: 'voucher', voucher, fingerprint: printOf(code, fingerprint) } as const;
  const { object, after, atMs: createdAtMs } = await actionLog.act({ ...by, atMs, action });
  if (object === voucher.id) return { voucher, code };
  return { voucher: { ...voucher, id: object, hint: String(after.hint), createdAtMs }, code: null };
}

/** The fingerprint by which a voucher is found, however its code was typed. */
export const printOf = (code: string, fingerprint: Platform['fingerprint']): string =>
  fingerprint(`voucher ${normalCode(code)}`);
