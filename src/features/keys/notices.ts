/** Notices about keys. */
import { noticeKind } from '../../platform/notices/notice.ts';

type Expiring = {
  readonly accountId: string;
  readonly keyId: string;
  readonly name: string;
  readonly hint: string;
  readonly expiresAtMs: number;
};

export const KEY_EXPIRING = noticeKind<Expiring>({
  type: 'key.expiring',
  channels: ['owner', 'webhook'],
  gather: () => 'key.expiring',
});
