/** Where notices of what a command has done go. A running server sends what the command has written down. */
import { channelsOf, type NoticeWays } from '../notices/notice.ts';

export type ChannelNeeds = {
  readonly config: {
    readonly smtp: object | null;
    readonly notices: { readonly email: string; readonly webhook: object | null };
  };
};

export function noticeWays({ config: { smtp, notices } }: ChannelNeeds): NoticeWays {
  const isOpen = {
    owner: smtp !== null,
    operator: smtp !== null && notices.email !== '',
    webhook: notices.webhook !== null,
  };
  return { channelsOf: (type) => channelsOf(type, isOpen) };
}
