/** The platform of a test: real parts where nothing else is said, a clock that the test moves, and no mail server. */
import { createIds, systemClock } from '../../src/platform/clock.ts';
import { NO_MAIL } from '../../src/platform/mail/smtp.ts';
import { createNotices } from '../../src/platform/notices/notices.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { createVault } from '../../src/platform/vault.ts';
import type { Stores } from '../../src/server/stores/stores.ts';
import { ORIGIN } from './visitor.ts';

const SILENT = { info() {}, warn() {}, error() {} };
const ALL_OPEN = { owner: true, operator: true, webhook: true };

export const fingerprint = (secret: string): string => new Bun.CryptoHasher('sha256').update(secret).digest('hex');

export function testPlatform(stores: Pick<Stores, 'outbox' | 'actionLog'>, other: Partial<Platform> = {}): Platform {
  return {
    clock: systemClock,
    ids: createIds(),
    log: SILENT,
    vault: createVault('a secret of the tests'),
    fingerprint,
    random: () => crypto.getRandomValues(new Uint8Array(32)),
    actionLog: stores.actionLog,
    notices: createNotices(stores.outbox, ALL_OPEN, other.log ?? SILENT),
    mail: NO_MAIL,
    serviceName: 'Boreal',
    keyPrefix: 'sk-boreal-',
    origin: () => ORIGIN,
    ...other,
  };
}
