/** `voucher create | list | revoke`. */

import { formatCzk } from '../../core/money.ts';
import { type ActNeeds, act } from '../../platform/commands/action.ts';
import { ACTOR, amountOf, dateOf, planOf, wholeOf } from '../../platform/commands/amounts.ts';
import { type Command, type Options, optional, required, UsageError } from '../../platform/commands/command.ts';
import { makeVoucher } from './new-voucher.ts';
import { vouchers as vouchersContract } from './operator-contract.ts';
import type { Voucher, VoucherGift, Vouchers } from './payment-ports.ts';

type Needs = ActNeeds & { readonly stores: { readonly vouchers: Pick<Vouchers, 'list'> } };

export const voucherCreate: Command<Needs> = {
  usage:
    'voucher create --czk CZK | --tokens N --days N | --plan ID [--months N] [--uses N] [--expires DATE] [--note TEXT] [--json]',
  about: 'Creates a voucher and prints its code once.',
  options: ['czk', 'tokens', 'days', 'plan', 'months', 'uses', 'expires', 'note'],
  does: [vouchersContract.make.name],
  run: async (options, { platform }) => {
    const note = optional(options, 'note') ?? '';
    const { voucher, code } = await makeVoucher(
      platform,
      {
        gift: giftOf(options),
        usesMax: wholeOf(options, 'uses', 1_000_000) ?? 1,
        note,
        expiresAtMs: dateOf(options, 'expires', platform.clock.nowMs()) ?? null,
      },
      { id: platform.ids.next('act_'), actor: ACTOR, reason: note || 'made by the operator' },
    );
    return {
      json: { code, ...jsonOf(voucher) },
      text: `A voucher for ${wordsOf(voucher.gift)} (${usesOf(voucher)}). The code is shown only now:\n${code}`,
    };
  },
};

export const voucherList: Command<Needs> = {
  usage: 'voucher list [--json]',
  about: 'Lists vouchers and their uses.',
  options: [],
  does: [vouchersContract.list.name],
  run: async (_, { stores }) => {
    const vouchers = await stores.vouchers.list();
    const lines = vouchers.map(
      (one) => `${one.id}  …${one.hint}  ${wordsOf(one.gift)}  ${usesOf(one)}${one.note && `  ${one.note}`}`,
    );
    return {
      json: { vouchers: vouchers.map(jsonOf) },
      text: lines.join('\n') || 'There are no vouchers.',
    };
  },
};

export const voucherRevoke: Command<Needs> = {
  usage: 'voucher revoke --voucher ID [--json]',
  about: 'Withdraws a voucher. Uses so far stay valid.',
  options: ['voucher'],
  does: [vouchersContract.revoke.name],
  run: async (options, storage) => {
    const id = required(options, 'voucher');
    await act(storage, { kind: 'revoke-voucher', voucherId: id }, { reason: 'revoked by the operator' });
    return { json: { id, revoked: true }, text: `Voucher ${id} cannot be used any more.` };
  },
};

/** Exactly one of the three kinds; an option that belongs to another kind is a mistake, not something to ignore. */
function giftOf(options: Options): VoucherGift {
  const amount = amountOf(options, 'czk');
  const tokens = wholeOf(options, 'tokens', 10 ** 12);
  const days = wholeOf(options, 'days', 3650);
  const plan = planOf(options);
  const months = wholeOf(options, 'months', 120);
  const kinds = [amount !== undefined, tokens !== undefined || days !== undefined, plan !== undefined];
  if (kinds.filter(Boolean).length !== 1 || (months !== undefined && plan === undefined)) {
    throw new UsageError('Give one of --czk, --tokens with --days, or --plan with --months.');
  }
  if (amount !== undefined) return { kind: 'credit', amount };
  if (plan !== undefined) return { kind: 'plan', plan, months: months ?? 1 };
  if (tokens === undefined || days === undefined) throw new UsageError('--tokens and --days belong together.');
  return { kind: 'package', tokens: BigInt(tokens), days };
}

const jsonOf = (voucher: Voucher) => ({
  id: voucher.id,
  hint: voucher.hint,
  ...giftJson(voucher.gift),
  uses: voucher.uses,
  usesMax: voucher.usesMax,
  note: voucher.note,
  createdAt: timeOf(voucher.createdAtMs),
  expiresAt: timeOf(voucher.expiresAtMs),
  revokedAt: timeOf(voucher.revokedAtMs),
});

function giftJson(gift: VoucherGift) {
  if (gift.kind === 'credit') return { kind: gift.kind, czk: formatCzk(gift.amount) };
  if (gift.kind === 'package') return { kind: gift.kind, tokens: Number(gift.tokens), days: gift.days };
  return { kind: gift.kind, plan: gift.plan, months: gift.months };
}

function wordsOf(gift: VoucherGift): string {
  if (gift.kind === 'credit') return `${formatCzk(gift.amount)} CZK`;
  if (gift.kind === 'package') return `${gift.tokens} tokens for ${gift.days} days`;
  return `plan ${gift.plan} for ${gift.months} ${gift.months === 1 ? 'month' : 'months'}`;
}

function usesOf({ uses, usesMax, expiresAtMs, revokedAtMs }: Voucher): string {
  const until = expiresAtMs === null ? '' : `, until ${timeOf(expiresAtMs)}`;
  return `${uses} of ${usesMax} used${until}${revokedAtMs === null ? '' : ', revoked'}`;
}

const timeOf = (atMs: number | null): string | null => (atMs === null ? null : new Date(atMs).toISOString());
