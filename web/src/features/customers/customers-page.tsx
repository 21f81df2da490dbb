/** Customers: all of them, those that fit, or those whose address or id begins in a certain way. The address has it all. */
import { useState } from 'react';
import useSWRInfinite from 'swr/infinite';
import { Link } from 'wouter';
import type { CustomerRow, CustomersView } from '../../../../src/features/customers/contract.ts';
import { type ApiError, call, queryText } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { usePlanName } from '../../plan-names.ts';
import { operatorTexts } from '../../texts/operator.ts';
import { Address } from '../../ui/address.tsx';
import { CardTable, type Column } from '../../ui/card-table.tsx';
import { Options, SelectField } from '../../ui/field.tsx';
import { Card, Empty, Page } from '../../ui/page.tsx';
import { NoMatch, PagedList } from '../../ui/paged-list.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { Ago } from '../../ui/when.tsx';
import { usePlanChoices } from '../catalogue/plan-choices.tsx';
import { CHOICES, type CustomersWish, type Filter, isFiltered, wishFrom } from './customers-wish.ts';
import { StatusBadge } from './status-badge.tsx';
import { operatorCustomersTexts } from './texts.ts';

const HERE = '/operator/customers';

type Key = readonly ['customers', CustomersWish, string | undefined];

function useCustomers(wish: CustomersWish) {
  const keyOf = (index: number, before: CustomersView | null): Key | null => {
    if (index === 0) return ['customers', wish, undefined];
    return before?.next ? ['customers', wish, before.next] : null;
  };
  return useSWRInfinite<CustomersView, ApiError>(
    keyOf,
    ([, wanted, after]: Key) => call('GET /api/operator/customers', { query: { ...wanted, after } }),
    { shouldRetryOnError: false, revalidateFirstPage: false, keepPreviousData: true },
  );
}

export default function CustomersPage() {
  const texts = useTexts(operatorTexts);
  // Not by the router, which decodes an address twice.
  const [wish, setWish] = useState(() => wishFrom(new URLSearchParams(location.search)));
  const pages = useCustomers(wish);
  const show = (wanted: CustomersWish) => {
    setWish(wanted);
    // So that coming back from a customer finds the same list.
    const query = queryText(wanted);
    history.replaceState(null, '', query ? `${HERE}?${query}` : HERE);
  };
  const none = isFiltered(wish) ? (
    <NoMatch texts={texts} onAll={() => show({})} />
  ) : (
    <Empty title={texts.noCustomers}>{texts.noCustomersLead}</Empty>
  );
  return (
    <Page title={texts.pages.customers} lead={texts.customersLead}>
      <Card>
        <SearchForm
          key={wish.search}
          label={texts.search}
          search={wish.search ?? ''}
          onSearch={(search) => show({ ...wish, search: search || undefined })}
        />
        <Filters wish={wish} onChange={(changed) => show({ ...wish, ...changed })} />
        <PagedList pages={pages} rowsOf={({ customers }) => customers} none={none} more={texts.more}>
          {(rows) => <CustomerTable rows={rows} />}
        </PagedList>
      </Card>
    </Page>
  );
}

type FiltersProps = { readonly wish: CustomersWish; readonly onChange: (changed: CustomersWish) => void };

function Filters({ wish, onChange }: FiltersProps) {
  const texts = useTexts(operatorCustomersTexts);
  const plans = usePlanChoices();
  const field = (name: Filter) => {
    const choices: readonly string[] =
      name === 'plan' ? [...plans.map(({ id }) => id), ...CHOICES.plan] : CHOICES[name];
    const options: Readonly<Record<string, string>> = texts.options[name];
    return (
      <SelectField
        label={texts.filters[name]}
        value={wish[name] ?? ''}
        // A search has an order of its own.
        disabled={name === 'sort' && Boolean(wish.search)}
        onChange={({ target }) => onChange({ [name]: choices.find((one) => one === target.value) })}
      >
        <option value="">{name === 'sort' ? texts.newest : texts.all}</option>
        <Options of={choices.map((one) => [one, options[one] ?? plans.find(({ id }) => id === one)?.name])} />
      </SelectField>
    );
  };
  return (
    <div className="filters of-customers">
      {field('status')}
      {field('plan')}
      {field('credit')}
      {field('active')}
      {field('sort')}
    </div>
  );
}

function CustomerTable({ rows }: { readonly rows: readonly CustomerRow[] }) {
  const texts = useTexts(operatorTexts);
  const { spentMonth, lastActive, member } = useTexts(operatorCustomersTexts);
  const format = useFormat();
  const planName = usePlanName();
  const columns: readonly Column<CustomerRow>[] = [
    {
      label: texts.email,
      kind: 'name',
      cell: ({ id, email, foundBy }) => (
        <span className="two-lines">
          <Link href={`/operator/customers/${encodeURIComponent(id)}`}>
            <Address email={email} />
          </Link>
          {foundBy && (
            <span className="muted small">
              {member} <Address email={foundBy} />
            </span>
          )}
        </span>
      ),
    },
    { label: texts.status, cell: ({ status }) => <StatusBadge status={status} /> },
    { label: texts.plan, cell: ({ plan }) => (plan ? planName(plan) : '–') },
    { label: texts.credit, kind: 'number', cell: ({ creditCzk }) => format.czk(creditCzk) },
    { label: spentMonth, kind: 'number', cell: ({ spentMonthCzk }) => format.czk(spentMonthCzk) },
    {
      label: lastActive,
      kind: 'number',
      cell: ({ activeAtMs }) => (activeAtMs === null ? '–' : <Ago atMs={activeAtMs} />),
    },
    { label: texts.since, kind: 'number', cell: ({ createdAtMs }) => format.date(createdAtMs) },
  ];
  return <CardTable className="of-customers" columns={columns} rows={rows} keyOf={({ id }) => id} />;
}
