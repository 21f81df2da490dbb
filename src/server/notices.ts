/** Notices to the operator and to customers: the outbox and its deliveries, and the timers that look for news. */
import type { AuditScope, AuditVerdict } from '../domain/audit.ts';
import type { Mail } from '../domain/mail.ts';
import type { LimitAlerts, Notices, Outbox } from '../domain/notice.ts';
import type { OperatorStore } from '../domain/operator.ts';
import type { Clock, Log } from '../domain/ports.ts';
import type { Vault } from '../domain/stored-responses.ts';
import type { Webhooks } from '../domain/webhook.ts';
import { type Repeated, repeat } from '../lib/repeat.ts';
import { createIds } from '../ops/clock.ts';
import type { Config } from '../ops/config.ts';
import { createCustomerWebhook, newWebhookSecret, webhookRefusals } from '../ops/customer-webhook.ts';
import { createWebhook } from '../ops/webhook.ts';
import { paymentCode } from '../payments/spayd.ts';
import { createDailyAudit } from '../service/daily-audit.ts';
import { createEngineWatch, type EngineWatchParts } from '../service/engine-watch.ts';
import { createNotices } from '../service/notices.ts';
import type { RefusedLimits } from '../service/refused-limits.ts';
import { createWebhookService, deliverToWebhooks, type WebhookService } from '../service/webhooks.ts';

type NoticesParts = {
  readonly stores: {
    readonly outbox: Outbox;
    readonly limitAlerts: LimitAlerts;
    readonly webhooks: Webhooks;
    readonly operator: OperatorStore;
  };
  readonly vault: Vault;
  readonly refusedLimits: RefusedLimits;
  /** Without it there are no notices of engines that fail. */
  readonly health?: EngineWatchParts['health'] | undefined;
  /** Without it the server does not audit itself. */
  readonly auditLedger?: ((scope: AuditScope) => Promise<AuditVerdict>) | undefined;
  readonly mail: Mail;
  readonly clock: Clock;
  readonly log: Log;
};

const DELIVER_EVERY_MS = 5_000;
const LOOK_AT_ENGINES_EVERY_MS = 15_000;
const LOOK_AT_TIME_EVERY_MS = 60_000;

export type StartedNotices = Notices &
  Pick<ReturnType<typeof createNotices>, 'channelsOf'> & {
    readonly webhookService: WebhookService;
    stop(): Promise<void>;
  };

export function startNotices(config: Config, parts: NoticesParts): StartedNotices {
  const { stores, vault, refusedLimits, health, auditLedger, mail, clock, log } = parts;
  const { webhook, email, auditHour, auditFull } = config.notices;
  const post = createNotices({
    outbox: stores.outbox,
    limitAlerts: stores.limitAlerts,
    takeRefusedLimits: () => refusedLimits.take(),
    mail,
    operatorEmail: email,
    callWebhook: webhook ? createWebhook(webhook, clock) : undefined,
    serviceName: config.serviceName,
    paymentCode,
    clock,
    log,
  });
  const hasRecipient = webhook !== null || (email !== '' && config.smtp !== null);
  const network = config.notices.allowPrivateWebhooks ? 'any' : 'public';
  const call = createCustomerWebhook({ network, clock });
  const timers = [
    every(DELIVER_EVERY_MS, 'deliver', post.deliver),
    every(DELIVER_EVERY_MS, 'webhooks', () =>
      deliverToWebhooks({ ...stores, vault, notices: post, post: call, clock, log }),
    ),
    every(LOOK_AT_TIME_EVERY_MS, 'addDue', post.addDue),
  ];
  if (hasRecipient && health) {
    const look = createEngineWatch({ health, notices: post, clock });
    timers.push(every(LOOK_AT_ENGINES_EVERY_MS, 'engines', look));
  }
  if (auditLedger && auditHour !== null) {
    const look = createDailyAudit({ hour: auditHour, full: auditFull, auditLedger, notices: post, clock, log });
    timers.push(every(LOOK_AT_TIME_EVERY_MS, 'audit', look));
  }

  function every(everyMs: number, step: string, work: () => Promise<unknown>): Repeated {
    const onFailure = (cause: unknown) => log.error({ step, cause }, 'notices: a step failed; it will be tried again');
    const repeated = repeat({ everyMs, work, onFailure });
    repeated.turn();
    return repeated;
  }

  return {
    tell: post.tell,
    channelsOf: post.channelsOf,
    webhookService: createWebhookService({
      webhooks: stores.webhooks,
      operatorStore: stores.operator,
      vault,
      refusalOf: webhookRefusals(network),
      newSecret: newWebhookSecret,
      ids: createIds(),
      clock,
    }),
    stop: async () => void (await Promise.all(timers.map((timer) => timer.stop()))),
  };
}
