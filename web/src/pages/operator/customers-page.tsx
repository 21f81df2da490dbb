/** Customers: all of them, or those whose address or id begins in a certain way. */
import { useState } from 'react';
import useSWRInfinite from 'swr/infinite';
import { Link } from 'wouter';
import type { CustomerRow, CustomersView } from '../../../../src/wire/operator-api.ts';
import { type ApiError, call } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { PLAN_NAMES } from '../../plan-names.ts';
import { operatorTexts } from '../../texts/operator.ts';
import { CardTable, type Column } from '../../ui/card-table.tsx';
import { Card, Empty, Page } from '../../ui/page.tsx';
import { NoMatch, PagedList } from './paged-list.tsx';
import { SearchForm } from './search-form.tsx';
import { StatusBadge } from './status-badge.tsx';

const HERE = '/operator/customers';

type Key = readonly ['customers', string, string | undefined];

function useCustomers(search: string) {
  const keyOf = (index: number, before: CustomersView | null): Key | null => {
    if (index === 0) return ['customers', search, undefined];
    return before?.next ? ['customers', search, before.next] : null;
  };
  return useSWRInfinite<CustomersView, ApiError>(
    keyOf,
    ([, wanted, after]: Key) => call('GET /api/operator/customers', { query: { search: wanted, after } }),
    { shouldRetryOnError: false, revalidateFirstPage: false, keepPreviousData: true },
  );
}

export function CustomersPage() {
  const texts = useTexts(operatorTexts);
  const [search, setSearch] = useState(() => new URLSearchParams(location.search).get('search') ?? '');
  const pages = useCustomers(search);
  const show = (wanted: string) => {
    setSearch(wanted);
    // So that coming back from a customer finds the same list.
    history.replaceState(null, '', wanted ? `${HERE}?search=${encodeURIComponent(wanted)}` : HERE);
  };
  const none = search ? (
    <NoMatch texts={texts} onAll={() => show('')} />
  ) : (
    <Empty title={texts.noCustomers}>{texts.noCustomersLead}</Empty>
  );
  return (
    <Page title={texts.customers} lead={texts.customersLead}>
      <Card>
        <SearchForm key={search} label={texts.search} search={search} onSearch={show} />
        <PagedList pages={pages} rowsOf={({ customers }) => customers} none={none} more={texts.more}>
          {(rows) => <CustomerTable rows={rows} />}
        </PagedList>
      </Card>
    </Page>
  );
}

function CustomerTable({ rows }: { readonly rows: readonly CustomerRow[] }) {
  const texts = useTexts(operatorTexts);
  const format = useFormat();
  const columns: readonly Column<CustomerRow>[] = [
    {
      label: texts.email,
      kind: 'name',
      cell: ({ id, email }) => <Link href={`/operator/customers/${encodeURIComponent(id)}`}>{email}</Link>,
    },
    { label: texts.status, cell: ({ status }) => <StatusBadge status={status} /> },
    { label: texts.plan, cell: ({ plan }) => (plan ? PLAN_NAMES[plan] : '–') },
    { label: texts.credit, kind: 'number', cell: ({ creditCzk }) => format.czk(creditCzk) },
    { label: texts.since, kind: 'number', cell: ({ createdAtMs }) => format.date(createdAtMs) },
  ];
  return <CardTable columns={columns} rows={rows} keyOf={({ id }) => id} />;
}
