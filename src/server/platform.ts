/** The platform of a server or of a command: config and stores → the one value that features stand on. */

import { publicAddressOf } from '../core/public-address.ts';
import { type Clock, createIds } from '../platform/clock.ts';
import type { Mail } from '../platform/mail/mail.ts';
import { followMail } from '../platform/mail/smtp.ts';
import type { OpenChannels } from '../platform/notices/notice.ts';
import { createNotices } from '../platform/notices/notices.ts';
import type { Platform } from '../platform/platform.ts';
import { keyFingerprint } from '../platform/secrets.ts';
import type { Log } from '../platform/telemetry/log.ts';
import { createVault } from '../platform/vault.ts';
import type { Config } from './configuration/config.ts';
import type { Settings } from './configuration/settings-config.ts';
import type { Stores } from './stores/stores.ts';

type World = {
  readonly stores: Pick<Stores, 'outbox' | 'actionLog'>;
  /** The server's secret. */
  readonly secret: string;
  readonly clock: Clock;
  readonly log: Log;
  /** The mail server; that of the configuration, unless said. */
  readonly mail?: Mail | undefined;
  /** The settings of this moment; those of the configuration, unless said. */
  readonly settings?: () => Settings;
  /** Where the pages are; a command goes by the settings. */
  readonly origin?: () => string;
};

export const createPlatform = (
  config: Config,
  { stores, secret, clock, log, mail, origin, settings = () => config }: World,
): Platform => ({
  clock,
  ids: createIds(),
  log,
  vault: createVault(secret),
  fingerprint: keyFingerprint(secret),
  random: () => crypto.getRandomValues(new Uint8Array(32)),
  actionLog: stores.actionLog,
  notices: createNotices(stores.outbox, openChannels(settings), log),
  mail: mail ?? followMail(() => settings().smtp),
  get serviceName() {
    return settings().serviceName;
  },
  keyPrefix: config.keyPrefix,
  origin: origin ?? (() => publicAddressOf(settings().publicUrl || `http://localhost:${config.port}`).origin),
});

const openChannels = (settings: () => Pick<Settings, 'smtp' | 'notices'>): OpenChannels => ({
  get owner() {
    return settings().smtp !== null;
  },
  get operator() {
    const { smtp, notices } = settings();
    return smtp !== null && notices.email !== '';
  },
  get webhook() {
    return settings().notices.webhook !== null;
  },
});
