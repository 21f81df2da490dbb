/** Notices about batches and responses in the background: for programs of customers. */
import { noticeKind } from '../../platform/notices/notice.ts';

/** A batch has ended, however it did. */
type Ended = {
  readonly accountId: string;
  readonly batchId: string;
  readonly status: string;
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly costCzk: string;
};
export const BATCH_COMPLETED = noticeKind<Ended>({ type: 'batch.completed', channels: [] });

/** A response in the background has ended, however it did. */
type Answered = {
  readonly accountId: string;
  readonly responseId: string;
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly costCzk: string;
};
export const RESPONSE_COMPLETED = noticeKind<Answered>({ type: 'response.completed', channels: [] });
