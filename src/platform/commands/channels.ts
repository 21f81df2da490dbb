/** Where notices of what a command has done go. A running server sends what the command has written down. */
import type { OpenChannels } from '../notices/notice.ts';

export type ChannelNeeds = {
  readonly config: {
    readonly smtp: object | null;
    readonly notices: { readonly email: string; readonly webhook: object | null };
  };
};

export const openChannelsOf = ({ config: { smtp, notices } }: ChannelNeeds): OpenChannels => ({
  owner: smtp !== null,
  operator: smtp !== null && notices.email !== '',
  webhook: notices.webhook !== null,
});
