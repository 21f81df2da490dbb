import { queryText } from '../api.ts';
import { useTexts } from '../language.tsx';
import { frameTexts } from '../texts/frame.ts';
import { asViewed } from '../viewing.ts';

type CsvLinksProps = {
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly className?: string;
};

/** A table as a file: as programs read it, or with the semicolons and decimal commas of Czech Excel. */
export function CsvLinks({ path, query = {}, text, className = 'button compact' }: CsvLinksProps) {
  const { forExcel } = useTexts(frameTexts);
  const link = (form: object, label: string) => (
    <a className={className} href={asViewed(`${path}?${queryText({ ...query, ...form })}`)} download>
      {label}
    </a>
  );
  return (
    <>
      {link({}, text)}
      {link({ for: 'excel-cs' }, forExcel(text))}
    </>
  );
}
