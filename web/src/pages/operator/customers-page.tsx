/** Customers: all of them, or those whose address or id begins in a certain way. */
import { useState } from 'react';
import useSWRInfinite from 'swr/infinite';
import { Link } from 'wouter';
import type { CustomerRow, CustomersView } from '../../../../src/wire/operator-api.ts';
import { type ApiError, call } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { operatorTexts } from '../../texts/operator.ts';
import { Card, Empty, Page } from '../../ui/page.tsx';
import { NoMatch, PagedList } from './paged-list.tsx';
import { PLAN_NAMES } from './plan-names.ts';
import { SearchForm } from './search-form.tsx';
import { StatusBadge } from './status-badge.tsx';

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
    history.replaceState(null, '', wanted ? `/operator?search=${encodeURIComponent(wanted)}` : '/operator');
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
  return (
    <table className="card-table">
      <thead>
        <tr>
          <th scope="col">{texts.email}</th>
          <th scope="col">{texts.status}</th>
          <th scope="col">{texts.plan}</th>
          <th scope="col" className="number">
            {texts.credit}
          </th>
          <th scope="col" className="number">
            {texts.since}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td className="lead-cell name-cell">
              <Link href={`/operator/customers/${encodeURIComponent(row.id)}`}>{row.email}</Link>
            </td>
            <td data-label={texts.status}>
              <StatusBadge status={row.status} />
            </td>
            <td data-label={texts.plan}>{row.plan ? PLAN_NAMES[row.plan] : '–'}</td>
            <td data-label={texts.credit} className="number">
              {format.czk(row.creditCzk)}
            </td>
            <td data-label={texts.since} className="number">
              {format.date(row.createdAtMs)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
