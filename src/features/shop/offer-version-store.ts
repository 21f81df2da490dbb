/** Offers as versions that hold from a time on. */
import { ServiceError } from '../../core/errors.ts';
import type { PlanOffers } from '../../core/plan.ts';
import { LEAD_MS } from '../../core/version.ts';
import { offersAt, readPlanVersions, withdrawPlanVersion, writePlanVersion } from '../../ledger/plan-versions.ts';
import type { State } from '../../platform/action-log/action.ts';
import { number, type Row, type Sql, text } from '../../platform/database/database.ts';
import {
  decidedVersions,
  kindOfItem,
  type OfferItem,
  type OfferVersion,
  PACKAGES_MAX,
  planOfItem,
  pricesOf,
  type Terms,
} from './offer-terms.ts';

type Publication = Pick<OfferVersion, 'item' | 'terms' | 'fromMs' | 'actor'>;

/** `after`: the last version that the publisher has seen, so that no change of another is lost. The settings are locked. */
export async function publishOffer(
  sql: Sql,
  { after, ...wish }: Publication & { after: number },
  plans: PlanOffers,
): Promise<void> {
  if (kindOfItem(wish.item) === 'plan') await requirePlan(sql, wish, plans);
  const versions = await readOfferVersions(sql);
  if (lastOf(versions, wish.item) !== after) {
    throw new ServiceError('changed_meanwhile', 'This offer was changed meanwhile: look at it again.', {
      param: 'after',
    });
  }
  if (kindOfItem(wish.item) === 'plan') return publishPlanPrice(sql, wish, plans);
  if (wish.terms?.kind === 'package' && packagesBeside(versions, wish.item) >= PACKAGES_MAX) {
    const full = `There can be ${PACKAGES_MAX} packages for sale: take one off sale first.`;
    throw new ServiceError('invalid_request', full, { param: 'item' });
  }
  await insertVersion(sql, versions, wish);
}

/** Only what there is can have a price. */
async function requirePlan(sql: Sql, { item, fromMs }: Publication, plans: PlanOffers): Promise<void> {
  const plan = planOfItem(item);
  if ((await offersAt(sql, plans, fromMs))[plan]) return;
  throw new ServiceError('invalid_request', `There is no plan ${plan}.`, { param: 'item' });
}

/** The price is a part of the plan. */
function publishPlanPrice(sql: Sql, { item, terms, fromMs, actor }: Publication, plans: PlanOffers): Promise<void> {
  const patch = terms?.kind === 'plan' ? { czk: terms.czk, isOnSale: true } : { isOnSale: false };
  return writePlanVersion(sql, { plan: planOfItem(item), terms: patch, fromMs, actor }, plans);
}

type Withdrawal = { readonly item: OfferItem; readonly version: number; readonly atMs: number };

/** Servers read what is sold a moment later: what begins within that has begun. */
export async function withdrawOffer(sql: Sql, { item, version, atMs }: Withdrawal): Promise<void> {
  const found = (await readOfferVersions(sql)).find((one) => one.item === item && one.version === version);
  if (!found) throw new ServiceError('not_found', 'There is no such version.');
  if (found.withdrawnAtMs !== null) throw new ServiceError('changed_meanwhile', 'This version was withdrawn already.');
  if (found.fromMs <= atMs + LEAD_MS) {
    throw new ServiceError('invalid_request', 'This version has begun: publish another one instead.');
  }
  if (kindOfItem(item) === 'plan') return withdrawPlanVersion(sql, { plan: planOfItem(item), version, atMs });
  await sql.run('UPDATE offer_versions SET withdrawn_at_ms = ? WHERE item = ? AND version = ?', atMs, item, version);
}

/** For the log: the last version of a piece. */
export async function offerState(sql: Sql, item: OfferItem): Promise<State> {
  const last = (await readOfferVersions(sql)).findLast((one) => one.item === item);
  return last ? { version: last.version, terms: last.terms, fromMs: last.fromMs, withdrawn: isWithdrawn(last) } : {};
}

/** All of them, the oldest of each piece first: they are few. Prices of plans are among the versions of the plans. */
export async function readOfferVersions(sql: Sql): Promise<readonly OfferVersion[]> {
  const rows = await sql.all("SELECT * FROM offer_versions WHERE item NOT LIKE 'plan-%' ORDER BY item, version");
  return [...rows.map(versionFromRow), ...pricesOf(await readPlanVersions(sql))];
}

async function insertVersion(sql: Sql, versions: readonly OfferVersion[], wish: Publication): Promise<void> {
  await sql.run(
    'INSERT INTO offer_versions (item, version, terms, from_ms, actor) VALUES (?, ?, ?, ?, ?)',
    wish.item,
    lastOf(versions, wish.item) + 1,
    wish.terms && JSON.stringify(wish.terms),
    wish.fromMs,
    wish.actor,
  );
}

/** 0 where there is none. */
const lastOf = (versions: readonly OfferVersion[], item: OfferItem): number =>
  versions.findLast((one) => one.item === item)?.version ?? 0;

/** Other packages whose last word is that they are sold. */
function packagesBeside(versions: readonly OfferVersion[], item: OfferItem): number {
  const last = new Map(decidedVersions(versions).map((one) => [one.item, one]));
  return [...last.values()].filter((one) => one.terms && one.item !== item && kindOfItem(one.item) === 'package')
    .length;
}

const isWithdrawn = ({ withdrawnAtMs }: OfferVersion): boolean => withdrawnAtMs !== null;

const versionFromRow = (row: Row): OfferVersion => ({
  item: text(row, 'item'),
  version: number(row, 'version'),
  terms: row.terms === null ? null : (JSON.parse(text(row, 'terms')) as Terms),
  fromMs: number(row, 'from_ms'),
  actor: text(row, 'actor'),
  withdrawnAtMs: row.withdrawn_at_ms === null ? null : number(row, 'withdrawn_at_ms'),
});
