import type { Nanos } from '../core/money.ts';
import type { NoticeToWrite } from '../platform/notices/notice.ts';

export interface Closing {
  /**
   * Ends an account for good: its keys are revoked, its address and the names of its keys are forgotten, and what no
   * running request holds is written off. Returns the credit among it. Closing twice changes nothing. Throws
   * `account_blocked` while the account owes.
   */
  close(order: {
    readonly accountId: string;
    readonly actor: string;
    readonly atMs: number;
    /** To be written down with it. */
    readonly told?: readonly NoticeToWrite[];
  }): Promise<Nanos>;
}
