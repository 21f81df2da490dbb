/**
 * What is mutated, and which tests judge it: `tests` are the nearest ones, cheap first; `walks` are asked last, with
 * PostgreSQL. Between the two the simulator is asked, where it runs this code.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../bin/bun.mjs';

const ledger = (...names) => names.map((name) => `src/ledger/${name}.ts`);
const ledgerTests = (...names) => names.map((name) => `src/ledger/${name}.test.ts`);

const LIMIT_TESTS = ledgerTests('token-limits', 'credit-limits', 'member-budgets', 'plan-windows', 'limits/limits');
const LEASE_TESTS = ledgerTests(
  'lease-extension',
  'lease-repair',
  'lease-return',
  'lease-store',
  'server-life',
  'freed-while-asking',
  'unanswered-recall',
);
const WALKS = ['ledger-walk', 'limit-walk', 'plan-walk', 'refund-walk'].map((name) => `test/model/${name}.test.ts`);
const REPLICAS = 'src/server/stores/replicas.test.ts';

const shop = (...names) => names.map((name) => `src/features/shop/${name}.ts`);
const core = (...names) => names.map((name) => `src/core/${name}.ts`);

const NAMED = [
  {
    files: core('money', 'ledger', 'plan', 'calendar', 'limit'),
    tests: [
      ...['money', 'ledger', 'plan', 'calendar', 'limit'].map((name) => `src/core/${name}.test.ts`),
      ...ledgerTests('charging', 'limits/limits'),
      'src/features/keys/limit-windows.test.ts',
    ],
    walks: [...WALKS, 'test/model/clock.test.ts'],
  },
  {
    files: ledger('charging', 'limits/rules'),
    tests: ledgerTests('limits/rules', 'charging', 'lease'),
    isSimulated: true,
    walks: [...LIMIT_TESTS, ...WALKS],
  },
  {
    files: ledger('account-lease', 'lease', 'limits/refused'),
    tests: ledgerTests('account-lease', 'lease', 'limits/refused'),
    isSimulated: true,
    walks: [...LIMIT_TESTS, ...WALKS],
  },
  {
    files: ledger(
      'leased-ledger',
      'leased-account',
      'lease-keeper',
      'lease-extensions',
      'lease-returns',
      'server-life',
      'journal',
      'lease-balance',
    ),
    tests: ledgerTests(
      'lease-balance',
      'lease-returns',
      'server-life',
      'lease-extensions',
      'leased-ledger',
      'lease-keeper',
      'journal',
    ),
    isSimulated: true,
    walks: [...LEASE_TESTS, 'test/model/lease-protocol.test.ts', ...WALKS, REPLICAS],
  },
  {
    files: ledger(
      'limits/store',
      'limits/uses',
      'limits/alerts',
      'pot-terms',
      'pot-windows',
      'key-funds',
      'hold-refusals',
    ),
    tests: [...ledgerTests('pot-terms', 'hold-refusals', 'key-funds', 'limits/store', 'limits/alerts'), ...LIMIT_TESTS],
    isSimulated: true,
    walks: WALKS,
  },
  {
    files: ledger(
      'journal-store',
      'lease-store',
      'lease-extension',
      'lease-return',
      'lease-repair',
      'lease-recall',
      'funds',
      'usage-hours',
      'margin-hours',
      'receipt',
      'balance',
    ),
    tests: [
      ...ledgerTests('receipt', 'margin-hours', 'balance'),
      ...LEASE_TESTS,
      ...ledgerTests('ledger-store', 'usage-hours', 'credit-limits', 'limits/limits', 'plan-windows', 'request-notes'),
      'test/model/lease-database.test.ts',
    ],
    isSimulated: true,
    walks: [...LIMIT_TESTS, ...WALKS, REPLICAS, 'src/server/commands/leases.test.ts', 'src/features/margins'],
  },
  {
    files: ledger('plan-store', 'plan-versions', 'plan-months'),
    tests: ledgerTests('plan-versions', 'plan-months', 'plan-store', 'plans-before', 'plan-windows'),
    isSimulated: true,
    walks: [...WALKS, 'test/payments/plans.test.ts', 'test/payments/plan-change.test.ts'],
  },
  {
    files: [
      'src/core/rate-limit.ts',
      ...ledger('admission-slices', 'minute-limits'),
      ...ledger(...['memory', 'postgres', 'redis', 'rules', 'script'].map((name) => `rate-limit-${name}`)),
    ],
    tests: [
      'src/core/rate-limit.test.ts',
      ...ledgerTests('admission-slices', 'rate-limit-slices'),
      'src/features/keys/minute-limits.test.ts',
    ],
    walks: ledgerTests('rate-limit-shared'),
  },
  {
    files: [
      'document',
      'document-store',
      'documents-csv',
      'isdoc',
      'isdoc-parties',
      'oss',
      'parties',
      'vat',
      'words',
      'company-id',
    ].map((name) => `src/features/invoices/${name}.ts`),
    tests: [
      ...['company-id', 'vat', 'parties', 'words', 'documents-csv', 'document-store', 'isdoc'].map(
        (name) => `src/features/invoices/${name}.test.ts`,
      ),
      ...['src/features/invoices', 'test/payments/documents.test.ts', 'test/payments/vat.test.ts'],
    ],
    walks: ['test/payments/shop.test.ts', 'test/payments/documents-export.test.ts'],
  },
  {
    files: ['document-export', 'document-file', 'order-receipts', 'seller', 'vat-rates'].map(
      (name) => `src/features/invoices/${name}.ts`,
    ),
    tests: ['src/features/invoices', 'test/payments/documents.test.ts', 'test/payments/documents-export.test.ts'],
    walks: ['test/payments/vat.test.ts', 'test/payments/order-emails.test.ts'],
  },
  {
    files: shop('fulfilment', 'offer-terms', 'paid-subscriptions', 'payment-event-store', 'refunded-credit', 'top-up'),
    tests: ['src/features/shop', 'test/payments/plans.test.ts', 'test/payments/plan-change.test.ts'],
    isSimulated: true,
    walks: ['refund-walk', 'offer-walk', 'top-up-walk', 'business-walk'].map((name) => `test/model/${name}.test.ts`),
  },
  {
    files: shop('order', 'withdrawal', 'spayd'),
    tests: shop('order', 'withdrawal', 'spayd').map((path) => path.replace('.ts', '.test.ts')),
    walks: ['src/features/shop', 'test/payments/withdrawal.test.ts', 'test/model/withdrawal-walk.test.ts'],
  },
  {
    files: shop('order-row', 'order-store', 'offer-version-store', 'top-up-store', 'voucher-store', 'withdrawal-store'),
    tests: [
      ...['order-row', 'order-store', 'voucher-store'].map((name) => `src/features/shop/${name}.test.ts`),
      ...['withdrawal', 'top-up', 'shop', 'consents'].map((name) => `test/payments/${name}.test.ts`),
    ],
    isSimulated: true,
    walks: [
      ...['src/features/shop', 'test/payments/failed-payments.test.ts'],
      ...['withdrawal-walk', 'offer-walk', 'top-up-walk'].map((name) => `test/model/${name}.test.ts`),
    ],
  },
  {
    files: ['src/features/usage/usage-count.ts', 'src/features/usage/statement-store.ts', ...core('version')],
    tests: [
      'src/features/usage/usage-count.test.ts',
      'src/core/version.test.ts',
      ...['statement-store', 'statements-routes'].map((name) => `src/features/usage/${name}.test.ts`),
      'src/features/price-groups',
    ],
    isSimulated: true,
    walks: ['src/features/usage', ...ledgerTests('plan-versions'), 'src/gateway', 'test/model/ledger-walk.test.ts'],
  },
  {
    files: core('bought', 'buying', 'cache-writes', 'price-versions', 'tiers', 'token-bound'),
    tests: [
      ...core('attached-tokens', 'buying', 'token-bound').map((path) => path.replace('.ts', '.test.ts')),
      'src/gateway',
    ],
    walks: ['test/model/ledger-walk.test.ts', 'src/features/margins'],
  },
];

/** Whatever else is in a folder belongs to it, so that a new file is not forgotten. */
const FOLDERS = [
  { folder: 'src/ledger', tests: ['src/ledger'], isSimulated: true, walks: ['test/model'] },
  { folder: 'src/ledger/limits', tests: ['src/ledger/limits'], isSimulated: true, walks: WALKS },
  { folder: 'src/ledger/audit', tests: ['src/ledger/audit'], walks: ['test/model'] },
];

const named = new Set(NAMED.flatMap(({ files }) => files));

export const GROUPS = [...NAMED, ...FOLDERS.map(({ folder, ...judges }) => ({ ...judges, files: othersOf(folder) }))];

function othersOf(folder) {
  return readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`)
    .filter((path) => !named.has(path));
}
