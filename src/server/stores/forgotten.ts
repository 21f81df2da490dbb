import { forgetFilesOf } from '../../features/batches/files.ts';
import { forgetBatchesOf } from '../../features/batches/transactions.ts';
import { forgetDomains } from '../../features/organisations/mail-domain-store.ts';
import { endMemberships } from '../../features/organisations/member-rows.ts';
import { forgetBuyer } from '../../features/shop/buyer-store.ts';
import { replaceSubscriptions } from '../../features/shop/paid-subscriptions.ts';
import { forgetTopUps } from '../../features/shop/top-up-rows.ts';
import { forgetWebhooks } from '../../features/webhooks/transactions.ts';
import { forgetConversationsOf } from '../../gateway/responses/conversation-store.ts';
import { forgetResponsesOf } from '../../gateway/responses/stored-response-store.ts';
import type { Forget } from '../../ledger/closing-store.ts';

/** Rows that go with an account that is closed. */
export const FORGOTTEN: readonly Forget[] = [
  forgetResponsesOf,
  forgetConversationsOf,
  forgetFilesOf,
  forgetBatchesOf,
  forgetBuyer,
  endMemberships,
  forgetDomains,
  forgetWebhooks,
  forgetTopUps,
  (sql, accountId) => replaceSubscriptions(sql, accountId),
];
