import type { LedgerReader } from '../domain/ports.ts';
import { requestIdOf } from '../domain/request-id.ts';
import { missingReceipt } from '../service/missing-receipt.ts';
import { receiptToWire } from '../wire/receipt.ts';
import type { KeyCall } from './call.ts';

/** GET /v1/receipts/{id}: by the id of the completion or of the request, with the key that made the request. */
export const showReceipt =
  (ledger: LedgerReader) =>
  async ({ params, caller }: KeyCall): Promise<Response> => {
    const requestId = requestIdOf(params.id ?? '');
    const receipt = requestId && (await ledger.receiptOf(requestId));
    if (receipt && receipt.keyId === caller.key.id) return Response.json(receiptToWire(receipt));
    throw await missingReceipt(ledger, requestId, 'This API key has no receipt with this id.');
  };
