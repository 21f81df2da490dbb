/** Orders of all customers. The search is in the address, so that coming back finds the same list. */
import { useState } from 'react';
import useSWRInfinite from 'swr/infinite';
import type { OrdersView } from '../../../../src/features/shop/operator-contract.ts';
import { type ApiError, call } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { operatorTexts } from '../../texts/operator.ts';
import { Options, SelectField } from '../../ui/field.tsx';
import { Card, Empty, Page } from '../../ui/page.tsx';
import { NoMatch, PagedList } from '../../ui/paged-list.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { BankOrderDialog, type OrderAction } from './bank-order-dialog.tsx';
import { operatorSalesTexts } from './operator-sales-texts.ts';
import { OrderTable } from './order-table.tsx';
import { shopTexts } from './texts.ts';
import { WithdrawalsCard } from './withdrawals-card.tsx';

const STATUSES = ['open', 'expired', 'paid', 'partly-refunded', 'refunded', 'disputed', 'lost'] as const;
const METHODS = ['stripe', 'bank'] as const;

type Wish = {
  readonly search: string;
  readonly status: (typeof STATUSES)[number] | undefined;
  readonly method: (typeof METHODS)[number] | undefined;
};
type Key = readonly ['orders', Wish, string | undefined];

function useOrders(wish: Wish) {
  const keyOf = (index: number, before: OrdersView | null): Key | null => {
    if (index === 0) return ['orders', wish, undefined];
    return before?.next ? ['orders', wish, before.next] : null;
  };
  return useSWRInfinite<OrdersView, ApiError>(
    keyOf,
    ([, { search, status, method }, after]: Key) =>
      call('GET /api/operator/orders', { query: { search: search || undefined, status, method, after } }),
    { shouldRetryOnError: false, keepPreviousData: true },
  );
}

export default function OrdersPage() {
  const texts = useTexts(operatorSalesTexts).orders;
  const { more } = useTexts(operatorTexts);
  // Not by the router, which decodes an address twice.
  const [wish, setWish] = useState(() => wishIn(new URLSearchParams(location.search)));
  const [action, setAction] = useState<OrderAction>();
  const pages = useOrders(wish);
  const show = (changed: Partial<Wish>) => {
    const wanted = { ...wish, ...changed };
    setWish(wanted);
    history.replaceState(null, '', addressOf(wanted));
  };
  const isFiltered = Boolean(wish.search || wish.status || wish.method);
  const none = isFiltered ? (
    <NoMatch texts={texts} onAll={() => show({ search: '', status: undefined, method: undefined })} />
  ) : (
    <Empty title={texts.none}>{texts.noneLead}</Empty>
  );
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Card>
        <Filters wish={wish} onChange={show} />
        <PagedList pages={pages} rowsOf={({ orders }) => orders} none={none} more={more}>
          {(rows) => <OrderTable orders={rows} onAction={setAction} />}
        </PagedList>
      </Card>
      <WithdrawalsCard />
      {action && (
        <BankOrderDialog action={action} onDone={() => void pages.mutate()} onClose={() => setAction(undefined)} />
      )}
    </Page>
  );
}

const wishIn = (address: URLSearchParams): Wish => ({
  search: address.get('search') ?? '',
  status: STATUSES.find((one) => one === address.get('status')),
  method: METHODS.find((one) => one === address.get('method')),
});

function addressOf(wish: Wish): string {
  const given = Object.entries(wish).filter((entry): entry is [string, string] => !!entry[1]);
  return given.length > 0 ? `/operator/orders?${new URLSearchParams(given)}` : '/operator/orders';
}

type FiltersProps = { readonly wish: Wish; readonly onChange: (changed: Partial<Wish>) => void };

function Filters({ wish, onChange }: FiltersProps) {
  const texts = useTexts(operatorSalesTexts).orders;
  const shop = useTexts(shopTexts);
  return (
    <div className="filters of-orders">
      <SelectField
        label={texts.status}
        value={wish.status ?? ''}
        onChange={({ target }) => onChange({ status: STATUSES.find((one) => one === target.value) })}
      >
        <option value="">{texts.all}</option>
        <Options of={STATUSES.map((status) => [status, shop.states[status]])} />
      </SelectField>
      <SelectField
        label={texts.method}
        value={wish.method ?? ''}
        onChange={({ target }) => onChange({ method: METHODS.find((one) => one === target.value) })}
      >
        <option value="">{texts.all}</option>
        <Options of={METHODS.map((method) => [method, shop.methods[method]])} />
      </SelectField>
      <SearchForm
        key={wish.search}
        label={texts.search}
        search={wish.search}
        onSearch={(search) => onChange({ search })}
      />
    </div>
  );
}
