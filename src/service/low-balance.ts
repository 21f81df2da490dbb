/** Tells owners once that their credit has fallen below what they have set, and again only after it has risen. */
import type { Mail } from '../domain/mail.ts';
import type { Clock, Log } from '../domain/ports.ts';
import type { Alerts, LowBalance } from '../domain/settings-ports.ts';
import { lowBalanceLetter } from './low-balance-letter.ts';

export type LowBalanceParts = {
  readonly alerts: Alerts;
  readonly mail: Mail;
  readonly clock: Clock;
  readonly log: Log;
  readonly serviceName: string;
};

/** A step of the sweep: returns how many letters have left. An account is marked first, so nobody gets two. */
export async function tellLowBalances({ alerts, mail, clock, log, serviceName }: LowBalanceParts): Promise<number> {
  let told = 0;
  let afterId: string | null = '';
  while (afterId !== null) {
    const atMs = clock.nowMs();
    const { due, next } = await alerts.claim(afterId, atMs);
    for (const account of due) if (await tell(account, atMs)) told += 1;
    afterId = next;
  }
  return told;

  /** A letter that the mail server does not take is tried again with the next sweep. */
  async function tell(account: LowBalance, atMs: number): Promise<boolean> {
    const { accountId } = account;
    if (mail.kind === 'log') {
      log.warn({ accountId }, 'credit is low, and no mail server is set to tell the owner');
      return true;
    }
    try {
      await mail.send(lowBalanceLetter(account, serviceName));
      return true;
    } catch (cause) {
      log.error({ accountId, cause }, 'the letter about low credit could not be sent; it will be tried again');
      await alerts.giveBack(accountId, atMs);
      return false;
    }
  }
}
