/**
 * Changes that change nothing that anyone could see, each with its reason: they are not tried. One that no change of the
 * file is any more ends the run, so that the list has no past.
 */
/** [file, what becomes what, why] */
export const EQUIVALENT = [
  ['src/core/calendar.ts', 'Math.floor(atMs / 1000)', 'Math.ceil(atMs / 1000)', 'only whole seconds come here'],
  ...['amount <= 0n ?', 'amount < 1n ?'].map((becomes) => [
    'src/core/money.ts',
    'const absolute = amount < 0n ?',
    `const absolute = ${becomes}`,
    'nothing is its own negative',
  ]),
  [
    'src/core/money.ts',
    'rounded > TOKEN_PRICE_MAX',
    'rounded >= TOKEN_PRICE_MAX',
    'when both are equal, both are the same',
  ],
  ['src/core/limit.ts', 'max > used + held ?', 'max >= used + held ?', 'when both are equal, nothing is left'],
  ['src/ledger/lease-balance.ts', 'free <= 0n', 'free < 0n', 'nothing free leaves all of it held'],
  ['src/ledger/lease-balance.ts', 'free < held ?', 'free <= held ?', 'when both are equal, nothing is held'],
  [
    'src/features/invoices/oss.ts',
    '!country || !line',
    '!country && !line',
    'what is sold through the one-stop shop has both',
  ],
  [
    'src/features/invoices/vat.ts',
    '!before || !after',
    '!before && !after',
    'by the same terms both are null, or none',
  ],
  ['src/ledger/journal-store.ts', 'kept.length > 0', 'kept.length >= 0', 'it only costs another way to the database'],
  [
    'src/ledger/journal-store.ts',
    '.sort(([a], [b]) => (a < b ? -1 : 1))',
    '.sort(([a], [b]) => (a > b ? -1 : 1))',
    'what waits for another in a circle is tried again: only time is lost',
  ],
  [
    'src/ledger/plan-store.ts',
    'paid_until_ms = CASE WHEN paid_periods <= ?',
    'paid_until_ms = CASE WHEN paid_periods < ?',
    'where nothing is paid ahead, it is the end of the running period, and that says the same',
  ],
  [
    'src/ledger/plan-store.ts',
    'SET ends_at_ms = ? WHERE account_id = ? AND ends_at_ms > ?',
    'SET ends_at_ms = ? WHERE account_id = ? AND ends_at_ms >= ?',
    'what ends then ends then',
  ],
  [
    'src/features/invoices/company-id.ts',
    '(isOld ? 1900 : 2000) + year',
    '(isOld ? 1900 : 2000) - year',
    'years as far before as after have the same days',
  ],
  ['src/ledger/lease-store.ts', 'seen_at_ms > (', 'seen_at_ms >= (', 'thirty seconds are a millisecond more or less'],
  [
    'src/ledger/lease-extension.ts',
    '.sort((a, b) => (a.potId < b.potId ? -1 : 1))',
    '.sort((a, b) => (a.potId > b.potId ? -1 : 1))',
    'what waits for another in a circle is tried again: only time is lost',
  ],
  ['src/ledger/lease-return.ts', ' < balance THEN', ' <= balance THEN', 'when both are equal, both are the same'],
  [
    'src/ledger/key-funds.ts',
    'renews_at_ms !== null &&',
    'renews_at_ms !== null ||',
    'a plan that is not due is not renewed, it is only looked at',
  ],
  ['src/ledger/pot-terms.ts', 'known.size >= KNOWN_MAX', 'known.size > KNOWN_MAX', 'one more text is kept in memory'],
  [
    'src/features/invoices/isdoc.ts',
    'made.taxPointAtMs ??',
    'made.taxPointAtMs &&',
    'an invoice is issued at its tax point; proformas are no ISDOC',
  ],
  [
    'src/ledger/charging.ts',
    'output > outputCovered',
    'output >= outputCovered',
    'when both are equal, the difference is zero',
  ],
  ['src/ledger/charging.ts', 'forInput > 0n', 'forInput >= 0n', 'nothing buys nothing'],
  ['src/ledger/lease.ts', 'more > 0n &&', 'more >= 0n &&', 'nothing more covers nothing more'],
  ['src/ledger/lease.ts', 'moreIn(credit) <= 0n', 'moreIn(credit) < 0n', 'other servers have none to be asked for'],
  [
    'src/ledger/limits/rules.ts',
    'placeOf(one) < placeOf(other)',
    'placeOf(one) <= placeOf(other)',
    'of two limits of one owner it does not matter which is named',
  ],
  [
    'src/ledger/limits/alerts.ts',
    "number(last, 'percent') >= percent",
    "number(last, 'percent') > percent",
    'the statement behind it moves no mark that is there already',
  ],
  ['src/ledger/account-lease.ts', 'sign * amounts.requests', 'sign / amounts.requests', 'a request is one request'],
  ['src/ledger/lease.ts', 'unleased < 0n ?', 'unleased < 1n ?', 'where it is nothing, nothing is added'],
  ['src/ledger/lease.ts', 'extra < more', 'extra <= more', 'when both are equal, both are the same'],
  ['src/ledger/journal.ts', 'other < 0', 'other <= 0', 'the first one is of its own server, so it is never found at 0'],
  [
    'src/ledger/lease-extensions.ts',
    'other < 0',
    'other <= 0',
    'the first one is of its own server, so it is never found at 0',
  ],
  ['src/ledger/lease-keeper.ts', 'freed.length > 0', 'freed.length >= 0', 'what is given back of none is not written'],
];
