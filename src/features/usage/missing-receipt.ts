/** The refusal for a request that is not in the ledger: it may have been archived. */

import { ServiceError } from '../../core/errors.ts';
import { timesOfPrefix } from '../../core/request-id.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';

/** The id alone says when it was, so the caller learns nothing about the requests of others. */
export async function missingReceipt(
  ledger: Pick<LedgerReader, 'archivedUntilMs'>,
  requestId: string | undefined,
  message: string,
): Promise<ServiceError> {
  const untilMs = requestId === undefined ? undefined : await ledger.archivedUntilMs();
  if (requestId === undefined || untilMs === undefined || timesOfPrefix(requestId).fromMs > untilMs) {
    return new ServiceError('not_found', message);
  }
  const until = new Date(untilMs).toISOString().slice(0, 10);
  return new ServiceError(
    'not_found',
    `${message} Requests up to ${until} are in the archive of the operator, who can read their receipts.`,
  );
}
