/** Vouchers: which there are, who can still use them, and making another. */
import { useState } from 'react';
import useSWRInfinite from 'swr/infinite';
import type { NewVoucherView, VouchersView, VoucherView } from '../../../../src/wire/operator-api.ts';
import { type ApiError, call } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { operatorTexts } from '../../texts/operator.ts';
import { operatorSalesTexts } from '../../texts/operator-sales.ts';
import { Card, Empty, Page, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SearchForm } from './search-form.tsx';
import { CodeDialog, NewVoucherDialog, WithdrawDialog } from './voucher-dialogs.tsx';
import { VoucherTable } from './voucher-table.tsx';

type Key = readonly ['vouchers', string, string | undefined];

function useVouchers(search: string) {
  const keyOf = (index: number, before: VouchersView | null): Key | null => {
    if (index === 0) return ['vouchers', search, undefined];
    return before?.next ? ['vouchers', search, before.next] : null;
  };
  return useSWRInfinite<VouchersView, ApiError>(
    keyOf,
    ([, wanted, after]: Key) => call('GET /api/operator/vouchers', { query: { search: wanted || undefined, after } }),
    { shouldRetryOnError: false, keepPreviousData: true },
  );
}

export function VouchersPage() {
  const texts = useTexts(operatorSalesTexts).vouchers;
  const { more } = useTexts(operatorTexts);
  const [search, setSearch] = useState('');
  const [isMaking, setIsMaking] = useState(false);
  const [made, setMade] = useState<NewVoucherView>();
  const [withdrawn, setWithdrawn] = useState<VoucherView>();
  const { data, error, size, setSize, isValidating, mutate } = useVouchers(search);
  const rows = data?.flatMap(({ vouchers }) => vouchers);
  const add = (
    <button type="button" className="button primary" onClick={() => setIsMaking(true)}>
      {texts.add}
    </button>
  );
  return (
    <Page title={texts.title} lead={texts.lead} actions={add}>
      <Card>
        <SearchForm key={search} label={texts.search} search={search} onSearch={setSearch} />
        <Problem error={error} retry={() => void mutate()} />
        {!rows && !error && <Skeleton lines={8} />}
        {rows?.length === 0 && <None search={search} onAll={() => setSearch('')} />}
        {rows && rows.length > 0 && <VoucherTable vouchers={rows} onWithdraw={setWithdrawn} />}
        {data?.at(-1)?.next && (
          <div>
            <button type="button" className="button" disabled={isValidating} onClick={() => void setSize(size + 1)}>
              {more}
            </button>
          </div>
        )}
      </Card>
      {isMaking && (
        <NewVoucherDialog onMade={setMade} onDone={() => void mutate()} onClose={() => setIsMaking(false)} />
      )}
      {made && !isMaking && <CodeDialog made={made} onClose={() => setMade(undefined)} />}
      {withdrawn && (
        <WithdrawDialog of={withdrawn} onDone={() => void mutate()} onClose={() => setWithdrawn(undefined)} />
      )}
    </Page>
  );
}

function None({ search, onAll }: { readonly search: string; readonly onAll: () => void }) {
  const texts = useTexts(operatorSalesTexts).vouchers;
  if (!search) return <Empty title={texts.none}>{texts.noneLead}</Empty>;
  const action = (
    <button type="button" className="button" onClick={onAll}>
      {texts.showAll}
    </button>
  );
  return (
    <Empty title={texts.noMatch} action={action}>
      {texts.noMatchLead}
    </Empty>
  );
}
