/** A log without a reader, for commands: they need none of what writes one. */
import type { Log } from './log.ts';

export const SILENT_LOG: Log = { info() {}, warn() {}, error() {} };
