/** The part of the audit that asks of whatever was given what it was given for, and compares both. */

import { bigint, number, type Row, type Sql, text } from '../../platform/database/database.ts';
import type { AuditReport } from './audit-report.ts';

const AT_ONCE = 5000;

/** L13: whatever gives something names its cause, and account, unit and amount are those of the cause. */
export async function auditCauses(sql: Sql, report: AuditReport): Promise<void> {
  const border = await sql.one("SELECT body FROM row_versions WHERE kind = 'causes' AND id = 'earlier'");
  const earlierUntil = border ? BigInt(text(border, 'body')) : 0n;
  let last = 0n;
  while (true) {
    const gifts = await sql.all(GIFTS, last, AT_ONCE);
    if (gifts.length === 0) break;
    last = bigint(gifts.at(-1)!, 'seq');
    for (const gift of gifts) {
      const problem = problemOf(gift, earlierUntil);
      const what = () => `the ${text(gift, 'kind')} ${gift.seq} of ${gift.amount} to ${text(gift, 'pot_id')}`;
      report.check('L13', problem === undefined, () => `${what()} ${problem}`);
    }
  }
  await auditRepeats(sql, report);
  await auditPeriodCauses(sql, report);
  await auditUses(sql, report);
  await auditTrials(sql, report);
}

const GIFTS = `
  SELECT e.seq, e.kind, e.account_id, e.pot_id, e.amount, e.cause, p.kind AS pot,
    o.account_id AS order_account, o.kind AS order_kind, o.amount_nanos AS order_amount, o.tokens AS order_tokens,
    o.pot_id AS order_pot, o.paid_at_ms, v.id AS voucher_id, v.kind AS voucher_kind, v.amount_nanos AS voucher_amount,
    v.tokens AS voucher_tokens, u.account_id AS use_account, s.account_id AS trial_account,
    s.amount_nanos AS trial_amount, t.account_id AS period_account, t.tokens AS period_tokens,
    t.pot_id AS period_pot, c.body AS command, a.account_id AS action_account, a.kind AS action_kind, a.wanted,
    x.kind AS expired_kind, x.pot_id AS expired_pot, x.amount AS expired
  FROM ledger_entries e JOIN pots p ON p.id = e.pot_id
  LEFT JOIN orders o ON o.id = CASE WHEN e.cause LIKE 'order:%' THEN SUBSTR(e.cause, 7)
    WHEN e.cause LIKE 'dispute:%' THEN SUBSTR(e.cause, 9) END
  LEFT JOIN vouchers v ON e.cause LIKE 'voucher:%' AND v.id = SUBSTR(e.cause, 9)
  LEFT JOIN voucher_uses u ON u.voucher_id = v.id AND u.account_id = e.account_id
  LEFT JOIN trial_credits s ON e.cause LIKE 'trial:%' AND s.person_hash = SUBSTR(e.cause, 7)
  LEFT JOIN plan_periods t ON e.cause LIKE 'period:%' AND t.pot_id = SUBSTR(e.cause, 8)
  LEFT JOIN operator_actions a ON e.cause LIKE 'action:%' AND a.id = SUBSTR(e.cause, 8)
  LEFT JOIN ledger_entries x ON x.seq = CASE WHEN e.cause LIKE 'expiry:%' THEN CAST(SUBSTR(e.cause, 8) AS BIGINT) END
  LEFT JOIN row_versions c ON e.cause LIKE 'command:%' AND c.kind = 'commands' AND c.id = SUBSTR(e.cause, 9)
  WHERE e.kind <> 'charge' AND e.kind IN ('grant', 'correction') AND e.amount > 0 AND e.seq > ?
  ORDER BY e.seq LIMIT ?`;

function problemOf(gift: Row, earlierUntil: bigint): string | undefined {
  if (gift.cause === null) return 'has no cause';
  const cause = text(gift, 'cause');
  if (cause === 'earlier') return bigint(gift, 'seq') <= earlierUntil ? undefined : 'has no cause';
  switch (cause.slice(0, cause.indexOf(':'))) {
    case 'order':
      return orderProblem(gift);
    case 'dispute':
      return disputeProblem(gift);
    case 'voucher':
      return voucherProblem(gift);
    case 'trial':
      return trialProblem(gift);
    case 'period':
      return periodProblem(gift);
    case 'action':
      return actionProblem(gift);
    case 'command':
      return commandProblem(gift);
    case 'expiry':
      return expiryProblem(gift);
    default:
      return `has the cause ${cause}, which is none`;
  }
}

const differs = (gift: Row, what: string, right: unknown): string | undefined =>
  String(gift.amount) === String(right) ? undefined : `is not the ${right} of its ${what}`;

function orderProblem(gift: Row): string | undefined {
  if (gift.order_account === null) return `names ${gift.cause}, which is not there`;
  if (gift.order_account !== gift.account_id) return `names ${gift.cause}, which is another account's`;
  if (gift.paid_at_ms === null) return `names ${gift.cause}, which is not paid`;
  if (gift.pot === 'credit') return differs(gift, 'order', gift.order_amount);
  if (gift.order_pot !== gift.pot_id) return `names ${gift.cause}, which gave another pot`;
  return differs(gift, 'order', gift.order_tokens);
}

function disputeProblem(gift: Row): string | undefined {
  if (gift.order_account !== gift.account_id || gift.paid_at_ms === null) {
    return `names ${gift.cause}, which is no paid order of the account`;
  }
  const isWithin = gift.pot === 'credit' && bigint(gift, 'amount') <= bigint(gift, 'order_amount');
  return isWithin ? undefined : `is more than the ${gift.order_amount} of its order`;
}

function voucherProblem(gift: Row): string | undefined {
  if (gift.voucher_id === null) return `names ${gift.cause}, which is not there`;
  if (gift.use_account === null) return `names ${gift.cause}, which the account has not used`;
  return differs(gift, 'voucher', gift.pot === 'credit' ? gift.voucher_amount : gift.voucher_tokens);
}

function trialProblem(gift: Row): string | undefined {
  const isRight = gift.trial_account === gift.account_id && gift.kind === 'grant' && gift.pot === 'credit';
  return isRight
    ? differs(gift, 'trial credit', gift.trial_amount)
    : `names ${gift.cause}, which is no trial credit of the account`;
}

function periodProblem(gift: Row): string | undefined {
  const isRight = gift.period_pot === gift.pot_id && gift.period_account === gift.account_id;
  return isRight
    ? differs(gift, 'period', gift.period_tokens)
    : `names ${gift.cause}, which is no period of the account`;
}

function actionProblem(gift: Row): string | undefined {
  if (gift.action_account !== gift.account_id) return `names ${gift.cause}, which is no action on the account`;
  const wanted = JSON.parse(text(gift, 'wanted')) as { readonly amount?: string; readonly tokens?: string };
  if (GIVES[String(gift.action_kind)] !== `${gift.kind} ${gift.pot}`) {
    return `names ${gift.cause}, an action that gives nothing like it`;
  }
  return differs(gift, 'action', wanted.amount ?? wanted.tokens);
}

/** Gifts of actions and commands: the kind of entry, and into which pot. */
const GIVES: Readonly<Record<string, string>> = {
  grant: 'grant credit',
  correct: 'correction credit',
  package: 'grant package',
};

function commandProblem(gift: Row): string | undefined {
  if (gift.command === null) return `names ${gift.cause}, which is not there`;
  const said = JSON.parse(text(gift, 'command')) as { kind: string; account_id: string; amount: string };
  const isLike = said.account_id === gift.account_id && GIVES[said.kind] === `${gift.kind} ${gift.pot}`;
  return isLike ? differs(gift, 'command', said.amount) : `names ${gift.cause}, a command that gives nothing like it`;
}

/** Tokens that expired too early were given back as it was, to the same pot. */
function expiryProblem(gift: Row): string | undefined {
  const isLike = gift.kind === 'correction' && gift.expired_kind === 'expiry' && gift.expired_pot === gift.pot_id;
  if (!isLike) return `names ${gift.cause}, which is no expiry of the pot`;
  return differs(gift, 'expiry', -bigint(gift, 'expired'));
}

/** L13: a cause gives once; only of a dispute there may be several. */
async function auditRepeats(sql: Sql, report: AuditReport): Promise<void> {
  const repeated = await sql.all(
    `SELECT cause, account_id, COUNT(*) AS n FROM ledger_entries
     WHERE kind <> 'charge' AND kind IN ('grant', 'correction') AND amount > 0 AND cause IS NOT NULL
       AND cause <> 'earlier' AND cause NOT LIKE 'dispute:%'
     GROUP BY cause, account_id HAVING COUNT(*) > 1`,
  );
  for (const row of repeated) {
    report.check('L13', false, () => `${text(row, 'cause')} gave ${row.n} times to ${text(row, 'account_id')}`);
  }
}

/** L13: a period that was paid for, or given, was so to its account and as its plan. */
async function auditPeriodCauses(sql: Sql, report: AuditReport): Promise<void> {
  const periods = await sql.all(
    `SELECT t.pot_id, t.cause, t.plan, t.account_id, o.plan AS order_plan, o.account_id AS order_account, o.paid_at_ms,
       v.plan AS voucher_plan, u.account_id AS use_account, a.account_id AS action_account, a.kind AS action_kind
     FROM plan_periods t
     LEFT JOIN orders o ON t.cause LIKE 'order:%' AND o.id = SUBSTR(t.cause, 7)
     LEFT JOIN vouchers v ON t.cause LIKE 'voucher:%' AND v.id = SUBSTR(t.cause, 9)
     LEFT JOIN voucher_uses u ON u.voucher_id = v.id AND u.account_id = t.account_id
     LEFT JOIN operator_actions a ON t.cause LIKE 'action:%' AND a.id = SUBSTR(t.cause, 8)
     WHERE t.cause IS NOT NULL`,
  );
  for (const period of periods) {
    const { account_id: account, plan } = period;
    const isRight =
      (period.order_account === account && period.order_plan === plan && period.paid_at_ms !== null) ||
      (period.use_account === account && period.voucher_plan === plan) ||
      (period.action_account === account && period.action_kind === 'plan');
    const what = `the period of pot ${text(period, 'pot_id')}`;
    report.check('L13', isRight, () => `${what} was not given by ${text(period, 'cause')}`);
  }
}

/** L13: a voucher was used as often as it has uses. */
async function auditUses(sql: Sql, report: AuditReport): Promise<void> {
  const vouchers = await sql.all(
    `SELECT v.id, v.uses, COALESCE(u.n, 0) AS n FROM vouchers v
     LEFT JOIN (SELECT voucher_id, COUNT(*) AS n FROM voucher_uses GROUP BY voucher_id) u ON u.voucher_id = v.id`,
  );
  for (const voucher of vouchers) {
    const isRight = number(voucher, 'uses') === number(voucher, 'n');
    report.check(
      'L13',
      isRight,
      () => `voucher ${text(voucher, 'id')} has ${voucher.uses} uses, ${voucher.n} are there`,
    );
  }
}

/** L13: what is recorded as the trial credit of a person was given. */
async function auditTrials(sql: Sql, report: AuditReport): Promise<void> {
  const missing = await sql.all(
    `SELECT s.account_id, s.amount_nanos FROM trial_credits s WHERE NOT EXISTS (
       SELECT 1 FROM ledger_entries e
       WHERE e.account_id = s.account_id AND e.kind <> 'charge' AND e.cause = 'trial:' || s.person_hash)`,
  );
  for (const row of missing) {
    report.check(
      'L13',
      false,
      () => `the trial credit of ${row.amount_nanos} to ${text(row, 'account_id')} was not given`,
    );
  }
}
