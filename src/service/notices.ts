/**
 * Telling people: what happens is written into the outbox, and a post that comes round every few seconds takes it to
 * where it has to go. What does not arrive is tried again, ever more seldom, for three days.
 */
import type { Mail } from '../domain/mail.ts';
import {
  ATTEMPTS_MAX,
  type Channel,
  channelsOf,
  type Delivery,
  type LimitAlerts,
  type Notice,
  type Notices,
  type OpenChannels,
  type Outbox,
} from '../domain/notice.ts';
import type { Clock, Log } from '../domain/ports.ts';
import { noticeEmail, operatorNoticeEmail } from '../mail/notice-emails.ts';

type NoticeParts = {
  readonly outbox: Outbox;
  readonly limitAlerts: LimitAlerts;
  /** The limits for which requests were refused since the last call. */
  readonly takeRefusedLimits: () => readonly string[];
  readonly mail: Mail;
  /** The operator's address; empty means none. */
  readonly operatorEmail: string;
  /** Calls the operator's webhook; rejects unless it has said that it took the notice. */
  readonly callWebhook?: ((notice: Notice) => Promise<void>) | undefined;
  readonly serviceName: string;
  readonly clock: Clock;
  readonly log: Log;
};

type NoticePost = Notices & {
  /** Where notices of a kind go, for those that are written in the transaction of what happened. */
  channelsOf(type: Notice['type']): readonly Channel[];
  /** Takes to their places all whose turn it is. Returns how many have arrived. */
  deliver(): Promise<number>;
  /** Writes down what time brings by itself. */
  addDue(): Promise<void>;
};

const KEPT_MS = 90 * 86_400_000;
const AT_ONCE = 8;

export function createNotices(parts: NoticeParts): NoticePost {
  const { outbox, mail, operatorEmail, callWebhook, clock, log } = parts;
  const isOpen: OpenChannels = {
    owner: mail.kind === 'smtp',
    operator: mail.kind === 'smtp' && operatorEmail !== '',
    webhook: callWebhook !== undefined,
  };
  const channelsFor = (type: Notice['type']): readonly Channel[] => channelsOf(type, isOpen);

  async function take({ notice, channel }: Delivery): Promise<void> {
    if (channel === 'webhook') return callWebhook?.(notice);
    if (channel === 'operator') return mail.send(operatorNoticeEmail(notice, operatorEmail, parts.serviceName));
    if (notice.owner) return mail.send(noticeEmail(notice, notice.owner, parts.serviceName));
  }

  async function deliverOne(delivery: Delivery): Promise<number> {
    const { notice, channel, attempts } = delivery;
    const about = { notice: notice.id, channel, attempts };
    try {
      await take(delivery);
      await outbox.arrived({ id: notice.id, channel }, clock.nowMs());
      return 1;
    } catch (cause) {
      if (attempts < ATTEMPTS_MAX) log.warn({ ...about, cause }, 'a notice did not arrive; it will be tried again');
      else {
        log.error({ ...about, cause }, 'a notice was given up after many attempts');
        await outbox.giveUp({ id: notice.id, channel });
      }
      return 0;
    }
  }

  /** A refusal that is lost when this fails comes again with the next request. */
  async function addLimits(): Promise<void> {
    const refused = parts.takeRefusedLimits();
    const channels = channelsFor('limit.reached');
    for (const of of ['key', 'member', 'account'] as const) {
      let afterId: string | null = '';
      while (afterId !== null) {
        afterId = await parts.limitAlerts.addDue({ of, afterId, nowMs: clock.nowMs(), refused, channels });
      }
    }
  }

  return {
    channelsOf: channelsFor,
    tell: async (notice) => {
      log.info({ notice: notice.id, type: notice.type }, 'notice');
      await outbox.add(notice, channelsFor(notice.type));
    },
    deliver: async () => {
      const due = await outbox.claim(clock.nowMs());
      let arrived = 0;
      for (let from = 0; from < due.length; from += AT_ONCE) {
        const some = await Promise.all(due.slice(from, from + AT_ONCE).map(deliverOne));
        arrived += some.reduce((sum, one) => sum + one, 0);
      }
      return arrived;
    },
    addDue: async () => {
      const channels = { 'plan.renewed': channelsFor('plan.renewed'), 'key.expiring': channelsFor('key.expiring') };
      while ((await outbox.addDue(clock.nowMs(), channels)) > 0);
      await addLimits();
      await outbox.forget(clock.nowMs() - KEPT_MS);
    },
  };
}
