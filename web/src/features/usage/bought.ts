type Bought = { readonly id: string; readonly invoice: string };

/** The order that the ledger names as a reason: `order ord_…, invoice 2026-00001`. */
export function boughtWith(reason: string): Bought | undefined {
  const [start, id, between, invoice, ...more] = reason.split(' ');
  if (start !== 'order' || !id?.startsWith('ord_') || !id.endsWith(',') || between !== 'invoice') return undefined;
  return invoice && more.length === 0 ? { id: id.slice(0, -1), invoice } : undefined;
}
