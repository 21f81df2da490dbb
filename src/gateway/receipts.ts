import { requestIdOf } from '../core/request-id.ts';
import { missingReceipt } from '../features/usage/missing-receipt.ts';
import { receiptToWire } from '../features/usage/receipt.ts';
import type { LedgerReader } from '../ledger/ledger.ts';
import type { KeyCall } from '../platform/http/call.ts';

/** GET /v1/receipts/{id}: by the id of the completion or of the request, with the key that made the request. */
export const showReceipt =
  (ledger: LedgerReader) =>
  async ({ params, caller }: KeyCall): Promise<Response> => {
    const requestId = requestIdOf(params.id ?? '');
    const receipt = requestId && (await ledger.receiptOf(requestId));
    if (receipt && receipt.keyId === caller.key.id) return Response.json(receiptToWire(receipt));
    throw await missingReceipt(ledger, requestId, 'This API key has no receipt with this id.');
  };
