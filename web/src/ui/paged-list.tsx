import type { ReactNode } from 'react';
import type { SWRInfiniteResponse } from 'swr/infinite';
import type { ApiError } from '../api.ts';
import { Empty, Skeleton } from './page.tsx';
import { Problem } from './problem.tsx';

type View = { readonly next: string | number | null };

type PagedListProps<Page extends View, Row> = {
  readonly pages: SWRInfiniteResponse<Page, ApiError>;
  readonly rowsOf: (page: Page) => readonly Row[];
  /** Shown where there are no rows. */
  readonly none: ReactNode;
  /** On the button that asks for the next page. */
  readonly more: string;
  readonly children: (rows: readonly Row[]) => ReactNode;
};

/** A long list that comes page by page: on its way, empty, or as much of it as was asked for. */
export function PagedList<Page extends View, Row>({ pages, rowsOf, none, more, children }: PagedListProps<Page, Row>) {
  const { data, error, size, setSize, isValidating, mutate } = pages;
  const rows = data?.flatMap(rowsOf);
  return (
    <>
      <Problem error={error} retry={() => void mutate()} />
      {!rows && !error && <Skeleton lines={8} />}
      {rows?.length === 0 && none}
      {rows && rows.length > 0 && children(rows)}
      {data?.at(-1)?.next && (
        <div>
          <button type="button" className="button" disabled={isValidating} onClick={() => void setSize(size + 1)}>
            {more}
          </button>
        </div>
      )}
    </>
  );
}

type NoMatchProps = {
  readonly texts: { readonly noMatch: string; readonly noMatchLead: string; readonly showAll: string };
  readonly onAll: () => void;
};

/** There is something, but not what was looked for. */
export function NoMatch({ texts, onAll }: NoMatchProps) {
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
