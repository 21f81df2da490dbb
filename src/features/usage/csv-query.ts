/** How a file of rows is to be written: the pages ask for what the reader's spreadsheet opens in columns. */
import { z } from 'zod';
import type { CsvForm } from '../../lib/csv.ts';
import { csvForm } from '../../platform/api/schemas.ts';
import { invalidRequest } from '../../platform/http/validation-sentence.ts';

const schema = z.object(csvForm);

/** The form that a query asks for, and the rest of the query. */
export function takeCsvForm({ for: asked, ...query }: Readonly<Record<string, string>>): {
  readonly form: CsvForm;
  readonly query: Readonly<Record<string, string>>;
} {
  const result = schema.safeParse({ for: asked });
  if (!result.success) throw invalidRequest(result.error);
  return { form: result.data.for ?? 'plain', query };
}
