import type { VoucherView } from '../../../../src/features/shop/operator-contract.ts';

export type VoucherState = 'usable' | 'used' | 'expired' | 'revoked';

/** The reason that keeps a voucher from being used, the strongest first. */
export function voucherStateOf(
  { revokedAtMs, uses, usesMax, expiresAtMs }: Pick<VoucherView, 'revokedAtMs' | 'uses' | 'usesMax' | 'expiresAtMs'>,
  nowMs: number,
): VoucherState {
  if (revokedAtMs !== null) return 'revoked';
  if (uses >= usesMax) return 'used';
  return expiresAtMs !== null && expiresAtMs <= nowMs ? 'expired' : 'usable';
}
