/** Notices to the operator and to customers: the outbox and its deliveries, and the timers that look for news. */

import type { Clock, Log } from '../core/ports.ts';
import type { Vault } from '../core/vault.ts';
import type { Documents } from '../features/invoices/document.ts';
import { createDocumentFiles } from '../features/invoices/files.ts';
import { receiptEmail } from '../features/invoices/order-receipts.ts';
import { createPdfThread } from '../features/invoices/pdf-thread.ts';
import { createEngineWatch, type EngineWatchParts } from '../features/serving/engine-watch.ts';
import type { Orders } from '../features/shop/payment-ports.ts';
import { paymentCode } from '../features/shop/spayd.ts';
import { createCustomerWebhook, newWebhookSecret, webhookRefusals } from '../features/webhooks/call.ts';
import type { Webhooks } from '../features/webhooks/rules.ts';
import { createWebhookService, deliverToWebhooks, type WebhookService } from '../features/webhooks/service.ts';
import type { AuditScope, AuditVerdict } from '../ledger/audit.ts';
import { createDailyAudit } from '../ledger/daily-audit.ts';
import type { RefusedLimits } from '../ledger/limits/refused.ts';
import { type Repeated, repeat } from '../lib/repeat.ts';
import { createIds } from '../platform/clock.ts';
import type { Mail } from '../platform/mail/mail.ts';
import type { LimitAlerts, Notices, NoticeWays, Outbox } from '../platform/notices/notice.ts';
import { createNotices } from '../platform/notices/notices.ts';
import { createWebhook } from '../platform/notices/operator-notices.ts';
import type { Config } from './configuration/config.ts';
import { noticeEmails } from './notice-emails.ts';
import type { OperatorStore } from './stores/operator-port.ts';

type NoticesParts = {
  readonly stores: {
    readonly outbox: Outbox;
    readonly limitAlerts: LimitAlerts;
    readonly webhooks: Webhooks;
    readonly operator: OperatorStore;
    readonly orders: Orders;
    readonly documents: Documents;
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
  NoticeWays & {
    readonly webhookService: WebhookService;
    stop(): Promise<void>;
  };

export function startNotices(config: Config, parts: NoticesParts): StartedNotices {
  const { stores, vault, refusedLimits, health, auditLedger, mail, clock, log } = parts;
  const { webhook, email, auditHour, auditFull } = config.notices;
  const { serviceName, shop } = config;
  const files = createDocumentFiles({ drawPdf: createPdfThread(), serviceName });
  const post = createNotices({
    outbox: stores.outbox,
    limitAlerts: stores.limitAlerts,
    takeRefusedLimits: () => refusedLimits.take(),
    mail,
    operatorEmail: email,
    callWebhook: webhook ? createWebhook(webhook, clock) : undefined,
    emails: noticeEmails({
      serviceName,
      paymentCode,
      receiptEmail: (paid) => receiptEmail({ ...stores, files, serviceName, seller: shop.seller, log }, paid),
    }),
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
