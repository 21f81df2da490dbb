/** Statements of the bank: what they have confirmed, and what waits for an operator. */
import { useState } from 'react';
import useSWRInfinite from 'swr/infinite';
import type { MovementsView } from '../../../../src/features/bank/contract.ts';
import { type ApiError, call } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { operatorTexts } from '../../texts/operator.ts';
import { CsvLinks } from '../../ui/csv-links.tsx';
import { Options, SelectField } from '../../ui/field.tsx';
import { Card, Empty, Page } from '../../ui/page.tsx';
import { NoMatch, PagedList } from '../../ui/paged-list.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { ImportDialog, MovementDialog } from './movement-dialogs.tsx';
import { type MovementAction, MovementTable } from './movement-table.tsx';
import { operatorBankTexts } from './texts.ts';

const STATES = ['unmatched', 'matched', 'set-aside'] as const;

type Wish = { readonly search: string; readonly state: (typeof STATES)[number] | undefined };
type Key = readonly ['movements', Wish, string | undefined];

function useMovements(wish: Wish) {
  const keyOf = (index: number, before: MovementsView | null): Key | null => {
    if (index === 0) return ['movements', wish, undefined];
    return before?.next ? ['movements', wish, before.next] : null;
  };
  return useSWRInfinite<MovementsView, ApiError>(
    keyOf,
    ([, { search, state }, after]: Key) =>
      call('GET /api/operator/bank/movements', { query: { search: search || undefined, state, after } }),
    { shouldRetryOnError: false, keepPreviousData: true },
  );
}

export default function BankPage() {
  const texts = useTexts(operatorBankTexts);
  const { more } = useTexts(operatorTexts);
  const [wish, setWish] = useState<Wish>({ search: '', state: undefined });
  const [action, setAction] = useState<MovementAction>();
  const [isImporting, setIsImporting] = useState(false);
  const pages = useMovements(wish);
  const refresh = () => void pages.mutate();
  const waiting = pages.data?.[0]?.unmatched ?? 0;
  const none =
    wish.search || wish.state ? (
      <NoMatch texts={texts} onAll={() => setWish({ search: '', state: undefined })} />
    ) : (
      <Empty title={texts.none}>{texts.noneLead}</Empty>
    );
  const start = (
    <button type="button" className="button primary" onClick={() => setIsImporting(true)}>
      {texts.import}
    </button>
  );
  return (
    <Page title={texts.title} lead={texts.lead} actions={start}>
      <Card>
        {waiting > 0 && <p className="notice">{texts.waiting(waiting)}</p>}
        <Filters wish={wish} onChange={setWish} />
        <PagedList pages={pages} rowsOf={({ movements }) => movements} none={none} more={more}>
          {(rows) => <MovementTable movements={rows} onAction={setAction} />}
        </PagedList>
        {(pages.data?.[0]?.movements.length ?? 0) > 0 && (
          <div className="row">
            <CsvLinks path="/api/operator/bank/movements.csv" query={wish} text={texts.csv} />
          </div>
        )}
      </Card>
      {isImporting && <ImportDialog onDone={refresh} onClose={() => setIsImporting(false)} />}
      {action && <MovementDialog action={action} onDone={refresh} onClose={() => setAction(undefined)} />}
    </Page>
  );
}

function Filters({ wish, onChange }: { readonly wish: Wish; readonly onChange: (wish: Wish) => void }) {
  const texts = useTexts(operatorBankTexts);
  return (
    <div className="filters of-bank">
      <SelectField
        label={texts.state}
        value={wish.state ?? ''}
        onChange={({ target }) => onChange({ ...wish, state: STATES.find((one) => one === target.value) })}
      >
        <option value="">{texts.all}</option>
        <Options of={STATES.map((state) => [state, texts.states[state]])} />
      </SelectField>
      <SearchForm
        key={wish.search}
        label={texts.search}
        search={wish.search}
        onSearch={(search) => onChange({ ...wish, search })}
      />
    </div>
  );
}
