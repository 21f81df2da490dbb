/** A page of customers who are wanted. One call to the store reads a bounded number; others have their turn between two. */
import {
  type CustomerList,
  type CustomerPage,
  type CustomerSearch,
  cursorOf,
  type ListedCustomer,
} from './customers.ts';

/** Enough for 125,000 accounts; a page that has looked through as many says where to read on. */
const CALLS_MAX = 250;

export async function findCustomers(store: Pick<CustomerList, 'list'>, search: CustomerSearch): Promise<CustomerPage> {
  const { rowsMax } = search;
  const rows: ListedCustomer[] = [];
  let after = search.after;
  for (let calls = 0; calls < CALLS_MAX; calls++) {
    // One more than is shown says whether there is a next page.
    const page = await store.list({ ...search, after, rowsMax: rowsMax + 1 - rows.length });
    rows.push(...page.rows);
    after = page.next;
    if (after === null || rows.length > rowsMax) break;
  }
  const shown = rows.slice(0, rowsMax);
  return { rows: shown, next: rows.length > rowsMax ? cursorOf(shown.at(-1)!) : after };
}
