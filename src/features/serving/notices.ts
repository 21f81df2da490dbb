/** Notices about engines. */
import { noticeKind } from '../../platform/notices/notice.ts';

type OfEngine = { readonly engine: string };

export const ENGINE_DOWN = noticeKind<OfEngine>({
  type: 'engine.down',
  channels: ['operator', 'webhook'],
});

export const ENGINE_UP = noticeKind<OfEngine>({
  type: 'engine.up',
  channels: ['operator', 'webhook'],
});
