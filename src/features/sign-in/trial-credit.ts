/** What a new person gets to try the service, once for a mailbox, whatever its address was compared by when it was given. */

import type { Nanos } from '../../core/money.ts';
import type { Owners, Trial } from '../../core/people.ts';
import { formerMailboxOf, mailboxOf } from './mailbox.ts';

type TrialParts = {
  readonly owners: Pick<Owners, 'trialsToRead' | 'knowMailboxes'>;
  readonly fingerprint: (text: string) => string;
  readonly amount: Nanos | undefined;
};

export function createTrialCredit({ owners, fingerprint, amount }: TrialParts) {
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
