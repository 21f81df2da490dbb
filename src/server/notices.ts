/** Delivering notices to the operator and to customers, and the timers that look for news. */

import { createDocumentFiles } from '../features/invoices/files.ts';
import { receiptEmail } from '../features/invoices/order-receipts.ts';
import { createPdfThread } from '../features/invoices/pdf-thread.ts';
import { createBelowCostWatch } from '../features/margins/below-cost-watch.ts';
import type { BelowCost } from '../features/margins/index.ts';
import { type AskHealth, createEngineWatch } from '../features/serving/engine-watch.ts';
import { createCustomerWebhook } from '../features/webhooks/call.ts';
import { deliverToWebhooks } from '../features/webhooks/service.ts';
import type { AuditScope, AuditVerdict } from '../ledger/audit.ts';
import { createDailyAudit } from '../ledger/daily-audit.ts';
import type { RefusedLimits } from '../ledger/limits/refused.ts';
import { type Repeated, repeat } from '../lib/repeat.ts';
import { createNoticePost } from '../platform/notices/notices.ts';
import { createOperatorCall } from '../platform/notices/operator-notices.ts';
import type { Platform } from '../platform/platform.ts';
import type { Config } from './configuration/config.ts';
import type { Settings } from './configuration/settings-config.ts';
import { tellWhatIsDue } from './due-notices.ts';
import { noticeEmails } from './notice-emails.ts';
import type { Stores } from './stores/stores.ts';

type NoticeSources = {
  readonly stores: Pick<
    Stores,
    'outbox' | 'renewals' | 'expiringKeys' | 'limitAlerts' | 'webhooks' | 'orders' | 'documents' | 'owners'
  >;
  readonly settings: () => Settings;
  readonly refusedLimits: RefusedLimits;
  /** Without it there are no notices of engines that fail. */
  readonly health?: AskHealth | undefined;
  /** Without it there are no notices of models that are sold below cost. */
  readonly belowCost?: (() => readonly BelowCost[]) | undefined;
  /** Without it the server does not audit itself. */
  readonly auditLedger?: ((scope: AuditScope) => Promise<AuditVerdict>) | undefined;
};

const DELIVER_EVERY_MS = 5_000;
const LOOK_AT_ENGINES_EVERY_MS = 15_000;
const LOOK_AT_TIME_EVERY_MS = 60_000;

export function startNotices(
  config: Config,
  platform: Platform,
  { stores, settings, refusedLimits, health, belowCost, auditLedger }: NoticeSources,
): { stop(): Promise<void> } {
  const { notices, clock, log } = platform;
  const { webhook, auditHour, auditFull } = config.notices;
  const { orders, documents } = stores;
  const files = createDocumentFiles(platform, createPdfThread());
  const post = createNoticePost(platform, {
    outbox: stores.outbox,
    operator: async () => {
      const { email } = settings().notices;
      return { email, language: await stores.owners.operatorLanguage(email) };
    },
    callOperator: webhook ? createOperatorCall(webhook, clock) : undefined,
    emails: noticeEmails(platform, (paid) =>
      receiptEmail(platform, { orders, documents, files, seller: settings().shop.seller }, paid),
    ),
  });
  const hasRecipient = () => webhook !== null || (settings().notices.email !== '' && settings().smtp !== null);
  const ifHeard = (look: () => Promise<unknown>) => async () => (hasRecipient() ? look() : undefined);
  const call = createCustomerWebhook({ network: webhookNetwork(config), clock });
  const timers = [
    every(DELIVER_EVERY_MS, 'deliver', post.deliver),
    every(DELIVER_EVERY_MS, 'webhooks', () => deliverToWebhooks(platform, { ...stores, post: call })),
    every(LOOK_AT_TIME_EVERY_MS, 'addDue', async () => {
      await tellWhatIsDue(platform, stores, refusedLimits.take());
      await post.forgetOld();
    }),
  ];
  if (health) {
    const look = createEngineWatch({ notices, clock }, health);
    timers.push(every(LOOK_AT_ENGINES_EVERY_MS, 'engines', ifHeard(look)));
  }
  if (belowCost) {
    const look = createBelowCostWatch({ notices, clock }, belowCost);
    timers.push(every(LOOK_AT_ENGINES_EVERY_MS, 'prices', ifHeard(look)));
  }
  if (auditLedger && auditHour !== null) {
    const look = createDailyAudit(platform, { hour: auditHour, full: auditFull, auditLedger });
    timers.push(every(LOOK_AT_TIME_EVERY_MS, 'audit', look));
  }

  function every(everyMs: number, step: string, work: () => Promise<unknown>): Repeated {
    const onFailure = (cause: unknown) => log.error({ step, cause }, 'notices: a step failed; it will be tried again');
    const repeated = repeat({ everyMs, work, onFailure });
    repeated.turn();
    return repeated;
  }

  return { stop: async () => void (await Promise.all(timers.map((timer) => timer.stop()))) };
}

/** The addresses that webhooks of customers may lead to. */
export const webhookNetwork = ({ notices }: Config): 'any' | 'public' =>
  notices.allowPrivateWebhooks ? 'any' : 'public';
