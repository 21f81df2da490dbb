/** The log of everything that operators did, to read and to take away. */
import useSWRInfinite from 'swr/infinite';
import type { ActionsView } from '../../../../src/wire/operator-api.ts';
import { type ApiError, call } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { operatorServiceTexts } from '../../texts/operator-service.ts';
import { Card, Empty, Page, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { ActionTable } from './action-table.tsx';

type Key = readonly ['actions', number | undefined];

export function LogPage() {
  const texts = useTexts(operatorServiceTexts).log;
  const { data, error, size, setSize, isValidating, mutate } = useSWRInfinite<ActionsView, ApiError>(
    (index: number, before: ActionsView | null): Key | null => {
      if (index === 0) return ['actions', undefined];
      return before?.next ? ['actions', before.next] : null;
    },
    ([, before]: Key) => call('GET /api/operator/actions', { query: before === undefined ? {} : { before } }),
    { shouldRetryOnError: false },
  );
  const rows = data?.flatMap(({ actions }) => actions);
  const files = (
    <>
      <a className="button compact" href="/api/operator/actions.csv" download>
        {texts.csv}
      </a>
      <a className="button compact" href="/api/operator/actions.jsonl" download>
        {texts.jsonl}
      </a>
    </>
  );
  return (
    <Page title={texts.title} lead={texts.lead} actions={files}>
      <Card>
        <Problem error={error} retry={() => void mutate()} />
        {!rows && !error && <Skeleton lines={8} />}
        {rows?.length === 0 && <Empty title={texts.empty}>{texts.emptyLead}</Empty>}
        {rows && rows.length > 0 && <ActionTable actions={rows} />}
        {data?.at(-1)?.next && (
          <div>
            <button type="button" className="button" disabled={isValidating} onClick={() => void setSize(size + 1)}>
              {texts.more}
            </button>
          </div>
        )}
      </Card>
    </Page>
  );
}
