/** The log of everything that operators did, to read and to take away. */
import useSWRInfinite from 'swr/infinite';
import type { ActionsView } from '../../../../src/features/customers/contract.ts';
import { type ApiError, call } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { CsvLinks } from '../../ui/csv-links.tsx';
import { Card, Empty, Page } from '../../ui/page.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { ActionTable } from './action-table.tsx';
import { operatorLogTexts } from './log-texts.ts';

type Key = readonly ['actions', number | undefined];

export default function LogPage() {
  const texts = useTexts(operatorLogTexts);
  const pages = useSWRInfinite<ActionsView, ApiError>(
    (index: number, before: ActionsView | null): Key | null => {
      if (index === 0) return ['actions', undefined];
      return before?.next ? ['actions', before.next] : null;
    },
    ([, before]: Key) => call('GET /api/operator/actions', { query: before === undefined ? {} : { before } }),
    { shouldRetryOnError: false },
  );
  const none = <Empty title={texts.empty}>{texts.emptyLead}</Empty>;
  const files = (
    <>
      <CsvLinks path="/api/operator/actions.csv" text={texts.csv} />
      <a className="button compact" href="/api/operator/actions.jsonl" download>
        {texts.jsonl}
      </a>
    </>
  );
  return (
    <Page title={texts.title} lead={texts.lead} actions={files}>
      <Card>
        <PagedList pages={pages} rowsOf={({ actions }) => actions} none={none} more={texts.more}>
          {(rows) => <ActionTable actions={rows} />}
        </PagedList>
      </Card>
    </Page>
  );
}
