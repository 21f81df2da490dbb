/** Vouchers: which there are, who can still use them, and making another. */
import { useState } from 'react';
import useSWRInfinite from 'swr/infinite';
import type { NewVoucherView, VouchersView, VoucherView } from '../../../../src/features/shop/operator-contract.ts';
import { type ApiError, call } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { operatorTexts } from '../../texts/operator.ts';
import { Card, Empty, Page } from '../../ui/page.tsx';
import { NoMatch, PagedList } from '../../ui/paged-list.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { operatorSalesTexts } from './operator-sales-texts.ts';
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

export default function VouchersPage() {
  const texts = useTexts(operatorSalesTexts).vouchers;
  const { more } = useTexts(operatorTexts);
  const [search, setSearch] = useState('');
  const [isMaking, setIsMaking] = useState(false);
  const [made, setMade] = useState<NewVoucherView>();
  const [withdrawn, setWithdrawn] = useState<VoucherView>();
  const pages = useVouchers(search);
  const refresh = () => void pages.mutate();
  const add = (
    <button type="button" className="button primary" onClick={() => setIsMaking(true)}>
      {texts.add}
    </button>
  );
  const none = search ? (
    <NoMatch texts={texts} onAll={() => setSearch('')} />
  ) : (
    <Empty title={texts.none}>{texts.noneLead}</Empty>
  );
  return (
    <Page title={texts.title} lead={texts.lead} actions={add}>
      <Card>
        <SearchForm key={search} label={texts.search} search={search} onSearch={setSearch} />
        <PagedList pages={pages} rowsOf={({ vouchers }) => vouchers} none={none} more={more}>
          {(rows) => <VoucherTable vouchers={rows} onWithdraw={setWithdrawn} />}
        </PagedList>
      </Card>
      {isMaking && <NewVoucherDialog onMade={setMade} onDone={refresh} onClose={() => setIsMaking(false)} />}
      {made && !isMaking && <CodeDialog made={made} onClose={() => setMade(undefined)} />}
      {withdrawn && <WithdrawDialog of={withdrawn} onDone={refresh} onClose={() => setWithdrawn(undefined)} />}
    </Page>
  );
}
