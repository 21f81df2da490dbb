/**
 * The value that every feature stands on. It is made once when a server or a command starts, and handed down whole: a
 * feature names beside it only the things that other features own.
 */

import type { Vault } from '../core/vault.ts';
import type { ActionLog } from './action-log/action.ts';
import type { Clock, Ids } from './clock.ts';
import type { Mail } from './mail/mail.ts';
import type { Notices, NoticeWays } from './notices/notice.ts';
import type { Log } from './telemetry/log.ts';

export type Platform = {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** The secrets of accounts are sealed in it. */
  readonly vault: Vault;
  /** Turns a secret into the keyed hash that is stored of it. Nothing leads back. */
  readonly fingerprint: (secret: string) => string;
  /** Gives 32 random bytes. */
  readonly random: () => Uint8Array;
  readonly actionLog: ActionLog;
  readonly notices: Notices & NoticeWays;
  readonly mail: Mail;
  /** The name that the operator gave the service: of this moment, so it is read where it is needed. */
  readonly serviceName: string;
  /** The beginning of every API key. */
  readonly keyPrefix: string;
  /** Scheme and host of our own pages. Known once the server listens. */
  readonly origin: () => string;
};
