/** Every command that reads or changes the database, by its two words. */

import { activityExport, activityList } from '../../features/activity/commands.ts';
import type { ReadBankFile } from '../../features/bank/bank.ts';
import { bankAssign, bankImport, bankList, bankSetAside } from '../../features/bank/commands.ts';
import { batchAll, batchCancel, batchList, batchPause } from '../../features/batches/commands.ts';
import { modelAdd, modelChange, modelList, modelPreset, modelRemove } from '../../features/catalogue/commands.ts';
import {
  planPublish,
  planTokens,
  planWithdraw,
  priceList,
  priceSet,
} from '../../features/catalogue/prices-commands.ts';
import type { ModelService } from '../../features/catalogue/service.ts';
import type { Kept } from '../../features/customers/account-routes.ts';
import { accountExport, anomalyList, auditList, customerList } from '../../features/customers/commands.ts';
import { customers } from '../../features/customers/contract.ts';
import {
  buyerSet,
  buyerShow,
  documentExport,
  documentIsdoc,
  documentList,
  documentOss,
  documentPdf,
  orderProforma,
} from '../../features/invoices/commands.ts';
import type { DocumentFiles } from '../../features/invoices/document.ts';
import type { DocumentExport } from '../../features/invoices/document-export.ts';
import { keyChange, keyCreate, keyList, keyRevoke, keyRotate } from '../../features/keys/commands.ts';
import { buyingList, buyingSet, marginExport, marginList, rateSet } from '../../features/margins/commands.ts';
import type { SoldModel } from '../../features/margins/index.ts';
import { inviteCreate } from '../../features/organisations/commands.ts';
import {
  domainAdd,
  domainCheck,
  domainList,
  domainRemove,
  domainRemoveProvider,
  domainSetProvider,
} from '../../features/organisations/domain-commands.ts';
import type { MailDomainService } from '../../features/organisations/mail-domains.ts';
import {
  memberBudget,
  memberInvite,
  memberList,
  memberRemove,
  memberResend,
  memberRole,
  memberWithdraw,
  organisationHandOver,
  organisationRename,
} from '../../features/organisations/member-commands.ts';
import { overviewCourse, overviewShow } from '../../features/overview/commands.ts';
import {
  priceGroupJoin,
  priceGroupList,
  priceGroupMembers,
  priceGroupSet,
  priceGroupShow,
} from '../../features/price-groups/commands.ts';
import {
  settingsCompany,
  settingsSet,
  settingsSetUp,
  settingsShow,
  settingsTestMail,
} from '../../features/service-settings/commands.ts';
import type { ServiceSettingsService } from '../../features/service-settings/service.ts';
import { engineAssign, engineChanges, engineSet, engineWithdraw } from '../../features/serving/change-commands.ts';
import type { EngineDesk } from '../../features/serving/engine-desk.ts';
import {
  billingAlert,
  billingLimitAlerts,
  billingLimits,
  billingShow,
  topUpRemoveCard,
  topUpSet,
  topUpShow,
} from '../../features/shop/billing-commands.ts';
import { offerEnd, offerList, offerSet, offerWithdraw } from '../../features/shop/offers-commands.ts';
import { orderCancel, orderConfirm, orderList, orderShow } from '../../features/shop/orders-commands.ts';
import type { PaymentProvider } from '../../features/shop/payment-ports.ts';
import type { TopUpService } from '../../features/shop/top-ups.ts';
import { voucherCreate, voucherList, voucherRevoke } from '../../features/shop/vouchers-commands.ts';
import { orderWithdraw, withdrawalList, withdrawalSent } from '../../features/shop/withdrawals-commands.ts';
import { tokenCreate, tokenList, tokenRevoke } from '../../features/tokens/commands.ts';
import { receiptExport, receiptList, usageShow } from '../../features/usage/commands.ts';
import { statementExport, statementList, statementShow } from '../../features/usage/statement-commands.ts';
import {
  webhookAdd,
  webhookDelete,
  webhookEnable,
  webhookList,
  webhookTest,
} from '../../features/webhooks/commands.ts';
import type { Command } from '../../platform/commands/command.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Config } from '../configuration/config.ts';
import type { Stores } from '../stores/stores.ts';
import { accountCreate, accountList, accountShow } from './accounts.ts';
import { accountDelete } from './closing.ts';
import { leaseRepair } from './leases.ts';
import { accountLimits } from './limits.ts';
import { creditCorrect, creditGrant, creditRefund, packageGrant, planCancel, planSet } from './money.ts';
import { noteAdd, noteList, noteRemove, noteResolve } from './notes.ts';
import { orderReconcile } from './reconcile.ts';
import { logExport, logList, signUpSet, signUpShow } from './service.ts';
import { accountResume, accountSignOut, accountSuspend } from './standing.ts';
import { sweepUndo } from './sweeps.ts';

/** All that commands are given. Each declares what it needs of it. */
export type Given = {
  readonly stores: Stores;
  readonly documentExport: DocumentExport;
  /** Missing where cards are off. */
  readonly provider: PaymentProvider | undefined;
  readonly readBankFile: ReadBankFile;
  readonly documentFiles: DocumentFiles;
  readonly mailDomains: MailDomainService;
  readonly engineDesk: EngineDesk;
  readonly models: ModelService;
  /** The models of this moment, with the engines that may answer for them. */
  readonly soldModels: () => Promise<readonly SoldModel[]>;
  /** The service for what is sold now. */
  readonly topUps: () => Promise<TopUpService>;
  readonly kept: Kept;
  readonly settings: ServiceSettingsService;
  readonly config: Config;
  readonly platform: Platform;
};

export const LEDGER_COMMANDS: Readonly<Record<string, Command<Given>>> = {
  'account create': accountCreate,
  'account list': accountList,
  'account show': accountShow,
  'account export': accountExport,
  'customer list': customerList,
  'account limits': accountLimits,
  'account suspend': accountSuspend,
  'account resume': accountResume,
  'account signout': accountSignOut,
  'account delete': accountDelete,
  'key create': keyCreate,
  'key list': keyList,
  'key change': keyChange,
  'key rotate': keyRotate,
  // It needs no account, so it is the operator's route too.
  'key revoke': { ...keyRevoke, does: [...(keyRevoke.does ?? []), customers.revokeKey.name] },
  'token create': tokenCreate,
  'token list': tokenList,
  'token revoke': tokenRevoke,
  'member list': memberList,
  'member invite': memberInvite,
  'member resend': memberResend,
  'member withdraw': memberWithdraw,
  'member role': memberRole,
  'member budget': memberBudget,
  'member remove': memberRemove,
  'organisation rename': organisationRename,
  'organisation hand-over': organisationHandOver,
  'domain list': domainList,
  'domain add': domainAdd,
  'domain check': domainCheck,
  'domain remove': domainRemove,
  'domain set-provider': domainSetProvider,
  'domain remove-provider': domainRemoveProvider,
  'activity list': activityList,
  'activity export': activityExport,
  'webhook list': webhookList,
  'webhook add': webhookAdd,
  'webhook test': webhookTest,
  'webhook enable': webhookEnable,
  'webhook delete': webhookDelete,
  'batch list': batchList,
  'batch cancel': batchCancel,
  'batch all': batchAll,
  'batch pause': batchPause,
  'receipt list': receiptList,
  'receipt export': receiptExport,
  'usage show': usageShow,
  'statement list': statementList,
  'statement show': statementShow,
  'statement export': statementExport,
  'billing show': billingShow,
  'billing alert': billingAlert,
  'billing limit-alerts': billingLimitAlerts,
  'billing limits': billingLimits,
  'topup show': topUpShow,
  'topup set': topUpSet,
  'topup remove-card': topUpRemoveCard,
  'buyer show': buyerShow,
  'buyer set': buyerSet,
  'credit grant': creditGrant,
  'credit correct': creditCorrect,
  'credit refund': creditRefund,
  'package grant': packageGrant,
  'plan set': planSet,
  'plan cancel': planCancel,
  'plan tokens': planTokens,
  'plan publish': planPublish,
  'plan withdraw': planWithdraw,
  'model list': modelList,
  'model add': modelAdd,
  'model change': modelChange,
  'model remove': modelRemove,
  'model preset': modelPreset,
  'price list': priceList,
  'price set': priceSet,
  'price-group list': priceGroupList,
  'price-group set': priceGroupSet,
  'price-group members': priceGroupMembers,
  'price-group show': priceGroupShow,
  'price-group join': priceGroupJoin,
  'buying list': buyingList,
  'buying set': buyingSet,
  'rate set': rateSet,
  'margin list': marginList,
  'margin export': marginExport,
  'offer list': offerList,
  'offer set': offerSet,
  'offer end': offerEnd,
  'offer withdraw': offerWithdraw,
  'voucher create': voucherCreate,
  'voucher list': voucherList,
  'voucher revoke': voucherRevoke,
  'order list': orderList,
  'order show': orderShow,
  'order proforma': orderProforma,
  'order confirm': orderConfirm,
  'order cancel': orderCancel,
  'order withdraw': orderWithdraw,
  'withdrawal list': withdrawalList,
  'withdrawal sent': withdrawalSent,
  'order reconcile': orderReconcile,
  'document export': documentExport,
  'document list': documentList,
  'document pdf': documentPdf,
  'document isdoc': documentIsdoc,
  'document oss': documentOss,
  'bank import': bankImport,
  'bank list': bankList,
  'bank assign': bankAssign,
  'bank set-aside': bankSetAside,
  'invite create': inviteCreate,
  'signup show': signUpShow,
  'signup set': signUpSet,
  'settings show': settingsShow,
  'settings set': settingsSet,
  'settings test-mail': settingsTestMail,
  'settings company': settingsCompany,
  'settings set-up': settingsSetUp,
  'note add': noteAdd,
  'note list': noteList,
  'note resolve': noteResolve,
  'note remove': noteRemove,
  'log list': logList,
  'overview course': overviewCourse,
  'log export': logExport,
  'overview show': overviewShow,
  'anomaly list': anomalyList,
  'audit list': auditList,
  'engine changes': engineChanges,
  'engine set': engineSet,
  'engine assign': engineAssign,
  'engine withdraw': engineWithdraw,
  'sweep undo': sweepUndo,
  'lease repair': leaseRepair,
};
