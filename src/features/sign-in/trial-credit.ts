/** Trial credit: a new person gets it to try the service, once for a mailbox, whatever its address was compared by when it was given. */

import type { Nanos } from '../../core/money.ts';
import type { Platform } from '../../platform/platform.ts';
import { formerMailboxOf, mailboxOf } from './mailbox.ts';
import type { Owners, Trial } from './rules.ts';

type TrialCredit = {
  readonly owners: Pick<Owners, 'trialsToRead' | 'knowMailboxes'>;
  readonly trialCredit?: Nanos | undefined;
};

export function createTrialCredit(
  { fingerprint }: Pick<Platform, 'fingerprint'>,
  { owners, trialCredit: amount }: TrialCredit,
) {
  const hashOf = (mailbox: string): string => fingerprint(`trial credit of ${mailbox}`);
  let earlier: Promise<void> | undefined;

  /** Credit of before has only the hash of before: while the address is there, it gets that of now. */
  async function readEarlier(): Promise<void> {
    for (let some = await owners.trialsToRead(); some.length > 0; some = await owners.trialsToRead()) {
      await owners.knowMailboxes(
        some.map(({ accountId, email }) => ({ accountId, mailboxHash: hashOf(mailboxOf(email)) })),
      );
    }
  }

  return {
    async of(email: string): Promise<Trial | undefined> {
      if (!amount) return undefined;
      earlier ??= readEarlier().catch((cause: unknown) => {
        // The next one tries again; this one must not get it before it is known who has had it.
        earlier = undefined;
        throw cause;
      });
      await earlier;
      return { personHash: hashOf(mailboxOf(email)), formerHash: hashOf(formerMailboxOf(email)), amount };
    },
  };
}
