/** `offer list | set | end | withdraw`: what is sold, from now or from a date on. */

import type { Declared } from '../../core/declared.ts';
import { TOKENS_MAX } from '../../core/money.ts';
import { priceProblem } from '../../core/offer.ts';
import { type ActNeeds, act } from '../../platform/commands/action.ts';
import { wholeOf } from '../../platform/commands/amounts.ts';
import { type Command, type Options, required, UsageError } from '../../platform/commands/command.ts';
import { startOf } from '../catalogue/index.ts';
import { shop } from './contract.ts';
import {
  AMOUNTS_MAX,
  isDifferent,
  kindOfItem,
  type OfferVersion,
  PACKAGE_DAYS_MAX,
  rangeProblem,
  type SoldTerms,
  soldAt,
  type Terms,
  versionName,
  versionNamed,
  written,
} from './offer-terms.ts';
import { offers as offersContract } from './operator-contract.ts';

type Needs = ActNeeds & {
  readonly stores: { readonly announcements: { read(): Promise<{ readonly offers: readonly OfferVersion[] }> } };
  readonly config: { readonly sold: SoldTerms; readonly declared: Pick<Declared, 'offers'> };
};

export const offerList: Command<Needs> = {
  usage: 'offer list [--json]',
  about: 'Lists what is sold, and every version of it.',
  options: [],
  does: [offersContract.list.name, shop.offers.name],
  run: async (_, { stores, platform: { clock }, config: { sold: configured, declared } }) => {
    const { offers } = await stores.announcements.read();
    const now = soldAt(offers, { sold: configured, declared: declared.offers }, clock.nowMs());
    const fromFile = [...declared.offers];
    const versions = offers.map(({ item, version, terms, fromMs, actor, withdrawnAtMs }) => ({
      id: versionName({ item, version }),
      terms,
      from: new Date(fromMs).toISOString(),
      by: actor,
      withdrawn: withdrawnAtMs !== null,
    }));
    const lines = versions.map(({ id, terms, from, by, withdrawn }) =>
      [`  ${id}`, termsText(terms), from, by, ...(withdrawn ? ['withdrawn'] : [])].join('  '),
    );
    const sold = [...now].map(([item, terms]) =>
      [`* ${item}`, termsText(terms), ...(declared.offers.has(item) ? ['set by the file'] : [])].join('  '),
    );
    return {
      json: { sold: Object.fromEntries(now), fromFile, versions },
      text: ['Sold now:', ...sold, 'Every version, with the time from which it holds:', ...lines].join('\n'),
    };
  },
};

export const offerSet: Command<Needs> = {
  usage:
    'offer set --item ITEM [--czk CZK[,CZK…]] [--tokens N --days N] [--min CZK --max CZK] [--from DATE] --reason TEXT [--json]',
  about: 'Publishes what a plan, a package or credit costs, from a date.',
  options: ['item', 'czk', 'tokens', 'days', 'min', 'max', 'from', 'reason'],
  does: [offersContract.publish.name],
  run: (options, storage) => publish(options, storage, termsOf(options)),
};

export const offerEnd: Command<Needs> = {
  usage: 'offer end --item ITEM [--from DATE] --reason TEXT [--json]',
  about: 'Takes a plan, a package or credit off sale, from a date.',
  options: ['item', 'from', 'reason'],
  does: [offersContract.publish.name],
  run: (options, storage) => publish(options, storage, null),
};

export const offerWithdraw: Command<Needs> = {
  usage: 'offer withdraw --id ITEM@VERSION --reason TEXT [--json]',
  about: 'Withdraws a version of what is sold that has not begun.',
  options: ['id', 'reason'],
  does: [offersContract.withdraw.name],
  run: async (options, storage) => {
    const id = required(options, 'id');
    const action = { kind: 'withdraw-offer', ...versionNamed(id) } as const;
    await act(storage, action, { reason: required(options, 'reason') });
    return { json: { id, withdrawn: true }, text: `${id} is withdrawn.` };
  },
};

async function publish(options: Options, storage: Needs, terms: Terms | null) {
  const item = itemIn(options);
  const after = lastOf((await storage.stores.announcements.read()).offers, item);
  const fromMs = startOf(options, storage.platform.clock);
  await act(storage, { kind: 'offer', item, terms, after, fromMs }, { reason: required(options, 'reason') });
  const from = new Date(fromMs).toISOString();
  return {
    json: { id: versionName({ item, version: after + 1 }), terms, from },
    text: `${item}: ${termsText(terms)} from ${from} on. Orders that were made keep what they were made for.`,
  };
}

function itemIn(options: Options): string {
  const item = required(options, 'item');
  if (kindOfItem(item)) return item;
  throw new UsageError('--item must be amounts, any-amount, or plan- or package- and a name such as package-big.');
}

function termsOf(options: Options): Terms {
  const kind = kindOfItem(itemIn(options))!;
  switch (kind) {
    case 'plan':
      return { kind, czk: priceIn(options, 'czk') };
    case 'package': {
      const tokens = wholeOf(options, 'tokens', Number(TOKENS_MAX));
      const days = wholeOf(options, 'days', PACKAGE_DAYS_MAX);
      if (tokens === undefined || days === undefined)
        throw new UsageError('--tokens and --days of a package are missing.');
      return { kind, tokens, czk: priceIn(options, 'czk'), days };
    }
    case 'amounts': {
      const czk = required(options, 'czk')
        .split(',')
        .map((one) => priceOf(one.trim(), 'czk'));
      if (czk.length > AMOUNTS_MAX) throw new UsageError(`--czk may have ${AMOUNTS_MAX} amounts at most.`);
      if (!isDifferent(czk)) throw new UsageError('--czk must have a different amount for each.');
      return { kind, czk };
    }
    case 'any-amount': {
      const minCzk = priceIn(options, 'min');
      const maxCzk = priceIn(options, 'max');
      const problem = rangeProblem(minCzk, maxCzk);
      if (problem) throw new UsageError(`--max ${problem}.`);
      return { kind, minCzk, maxCzk };
    }
  }
}

const priceIn = (options: Options, name: string): string => priceOf(required(options, name), name);

function priceOf(czk: string, name: string): string {
  const problem = priceProblem(czk);
  if (problem) throw new UsageError(`--${name} ${problem}.`);
  return written(czk);
}

const lastOf = (versions: readonly OfferVersion[], item: string): number =>
  versions.findLast((one) => one.item === item)?.version ?? 0;

function termsText(terms: Terms | null): string {
  if (terms === null) return 'not sold';
  switch (terms.kind) {
    case 'plan':
      return `${terms.czk} CZK a month`;
    case 'package':
      return `${terms.tokens} tokens for ${terms.czk} CZK, ${terms.days} days`;
    case 'amounts':
      return `${terms.czk.join(', ')} CZK`;
    case 'any-amount':
      return `${terms.minCzk} to ${terms.maxCzk} CZK`;
  }
}
