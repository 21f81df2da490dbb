/** Tells owners once that their credit has fallen below what they have set, and again only after it has risen. */

import { formatCzk } from '../core/money.ts';
import type { Notices } from '../platform/notices/notice.ts';
import type { Platform } from '../platform/platform.ts';
import type { Alerts } from './alert-store.ts';
import { type LowBalance, lowBalanceEmail } from './low-balance-email.ts';
import { BALANCE_LOW } from './notices.ts';

type Told = Pick<Platform, 'mail' | 'clock' | 'log' | 'serviceName'> & { readonly notices: Notices };

/** A step of the sweep: returns how many e-mails have left. An account is marked first, so that none gets two. */
export async function tellLowBalances(platform: Told, alerts: Alerts): Promise<number> {
  const { mail, notices, clock, log, serviceName } = platform;
  let sent = 0;
  let afterId: string | null = '';
  while (afterId !== null) {
    const atMs = clock.nowMs();
    const { due, next } = await alerts.claim(afterId, atMs);
    for (const account of due) {
      if (!(await tell(account, atMs))) continue;
      sent += 1;
      await tellOthers(account, atMs);
    }
    afterId = next;
  }
  return sent;

  /** After the e-mail: one that is tried again has another mark, and would be sent again. */
  async function tellOthers({ accountId, credit, below }: LowBalance, atMs: number): Promise<void> {
    const data = { accountId, creditCzk: formatCzk(credit), belowCzk: formatCzk(below) };
    await notices.tell(BALANCE_LOW, { id: `balance.low/${accountId}/${atMs}`, atMs, data });
  }

  /** An e-mail that the mail server does not take is tried again with the next sweep. */
  async function tell(account: LowBalance, atMs: number): Promise<boolean> {
    const { accountId } = account;
    if (mail.kind === 'log') {
      log.warn({ accountId }, 'credit is low, and no mail server is set to tell the owner');
      return true;
    }
    try {
      await mail.send(lowBalanceEmail(account, serviceName));
      return true;
    } catch (cause) {
      log.error({ accountId, cause }, 'the e-mail about low credit could not be sent; it will be tried again');
      await alerts.giveBack(accountId, atMs);
      return false;
    }
  }
}
