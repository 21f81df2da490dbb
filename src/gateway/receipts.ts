import type { Receipt } from '../core/ledger.ts';
import { requestIdOf } from '../core/request-id.ts';
import { RESPONSE_PREFIX } from '../dialects/responses/response.ts';
import { missingReceipt } from '../features/usage/missing-receipt.ts';
import { receiptToWire } from '../features/usage/receipt.ts';
import type { LedgerReader } from '../ledger/ledger.ts';
import type { KeyCall } from '../platform/http/call.ts';
import type { BackgroundResponses } from './responses/background-store.ts';

/** GET /v1/receipts/{id}: by the id of the completion or of the request, with the key that made the request. */
export const showReceipt =
  (ledger: LedgerReader, backgrounds: Pick<BackgroundResponses, 'find'>) =>
  async ({ params, caller }: KeyCall): Promise<Response> => {
    const id = params.id ?? '';
    const requestId = requestIdOf(id);
    const receipt =
      requestId &&
      ((await ledger.receiptOf(requestId)) ??
        (await receiptOfBackground(id, caller.accountId, { ledger, backgrounds })));
    if (receipt && receipt.keyId === caller.key.id) return Response.json(receiptToWire(receipt));
    throw await missingReceipt(ledger, requestId, 'This API key has no receipt with this id.');
  };

type Found = { readonly ledger: LedgerReader; readonly backgrounds: Pick<BackgroundResponses, 'find'> };

/** A response in the background may be made by another request than the one that asked for it. */
async function receiptOfBackground(
  id: string,
  accountId: string,
  { ledger, backgrounds }: Found,
): Promise<Receipt | undefined> {
  const run = id.startsWith(RESPONSE_PREFIX) ? await backgrounds.find(accountId, id) : undefined;
  return run?.requestId ? ledger.receiptOf(run.requestId) : undefined;
}
