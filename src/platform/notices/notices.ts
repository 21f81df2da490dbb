/**
 * Telling people: what happens is written into the outbox, and a post that comes round every few seconds takes it to
 * where it has to go. What does not arrive is tried again, ever more seldom, for three days.
 */

import type { Email } from '../mail/mail.ts';
import type { Platform } from '../platform.ts';
import type { Log } from '../telemetry/log.ts';
import {
  ATTEMPTS_MAX,
  type Delivery,
  type Notice,
  type Notices,
  type NoticeWays,
  type OpenChannels,
  type Outbox,
  type Owner,
  toWrite,
} from './notice.ts';

type Deliveries = {
  readonly outbox: Outbox;
  /** The operator's address, where empty means none, and the language of what goes there. */
  readonly operator: () => Owner | Promise<Owner>;
  /** Calls the operator's webhook; rejects unless it has said that it took the notice. */
  readonly callOperator?: ((notice: Notice) => Promise<void>) | undefined;
  /** The texts of notices in an e-mail to a customer, and to the operator. */
  readonly emails: {
    forOwner(notices: readonly Notice[], owner: Owner): Promise<Email>;
    forOperator(notices: readonly Notice[], operator: Owner): Email;
  };
};

/** Which ways are open is the operator's: without a mail server, for example, no e-mail is written down. */
export function createNotices(outbox: Pick<Outbox, 'add'>, isOpen: OpenChannels, log: Log): Notices & NoticeWays {
  const ways: NoticeWays = {
    channelsOf: ({ channels }) => channels.filter((channel) => isOpen[channel]),
    toWrite: (kind, happened) => toWrite(kind, happened, ways.channelsOf(kind)),
  };
  return {
    ...ways,
    tell: async (kind, happened) => {
      log.info({ notice: happened.id, type: kind.type }, 'notice');
      await outbox.add(ways.toWrite(kind, happened));
    },
  };
}

type NoticePost = {
  /** Takes to their places all whose turn it is. Returns how many have arrived. */
  deliver(): Promise<number>;
  /** Forgets what was sent long ago. */
  forgetOld(): Promise<void>;
};

const KEPT_MS = 90 * 86_400_000;
const AT_ONCE = 8;

export function createNoticePost(
  { mail, clock, log }: Pick<Platform, 'mail' | 'clock' | 'log'>,
  { outbox, operator, callOperator, emails }: Deliveries,
): NoticePost {
  async function take(channel: Delivery['channel'], taken: readonly Notice[]): Promise<void> {
    const last = taken.at(-1)!;
    if (channel === 'webhook') return callOperator?.(last);
    if (channel === 'operator') return mail.send(emails.forOperator(taken, await operator()));
    if (last.owner) return mail.send(await emails.forOwner(taken, last.owner));
  }

  /** One, or several that are sent together. */
  async function deliverTogether(deliveries: readonly Delivery[]): Promise<number> {
    const { channel, gather } = deliveries[0]!;
    const taken = deliveries.map(({ notice }) => notice);
    try {
      await take(channel, taken);
      await outbox.arrived({ ids: taken.map(({ id }) => id), channel, gather }, clock.nowMs());
      return deliveries.length;
    } catch (cause) {
      for (const { notice, attempts } of deliveries) {
        const about = { notice: notice.id, channel, attempts, cause };
        if (attempts < ATTEMPTS_MAX) log.warn(about, 'a notice did not arrive; it will be tried again');
        else {
          log.error(about, 'a notice was given up after many attempts');
          await outbox.giveUp({ id: notice.id, channel });
        }
      }
      return 0;
    }
  }

  return {
    deliver: async () => {
      const claimed = await outbox.claim(clock.nowMs());
      const together = ({ gather, channel, notice }: Delivery) => `${channel} ${gather ?? notice.id}`;
      const due = [...Map.groupBy(claimed, together).values()];
      let arrived = 0;
      for (let from = 0; from < due.length; from += AT_ONCE) {
        const some = await Promise.all(due.slice(from, from + AT_ONCE).map(deliverTogether));
        arrived += some.reduce((sum, one) => sum + one, 0);
      }
      return arrived;
    },
    forgetOld: async () => void (await outbox.forget(clock.nowMs() - KEPT_MS)),
  };
}
