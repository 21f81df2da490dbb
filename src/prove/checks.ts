/** Everything that is proved, in its order. */
import type { Check } from './check.ts';
import { CUT_CHECKS } from './cut-checks.ts';
import { ERROR_CHECKS } from './error-checks.ts';
import { HOSTILE_CHECKS } from './hostile-checks.ts';
import { LIMIT_CHECKS } from './limit-checks.ts';
import { MESSAGE_CHECKS } from './message-checks.ts';
import { MONEY_CHECKS } from './money-checks.ts';
import { RESPONSE_CHECKS } from './response-checks.ts';
import { STREAM_CHECKS } from './stream-checks.ts';
import { TOOL_CHECKS } from './tool-checks.ts';
import { WIRE_CHECKS } from './wire-checks.ts';

/** The check that uses up the limit is last: whatever came after it would have to wait. */
export const CHECKS: readonly Check[] = [
  ...WIRE_CHECKS,
  ...TOOL_CHECKS,
  ...STREAM_CHECKS,
  ...RESPONSE_CHECKS,
  ...MESSAGE_CHECKS,
  ...ERROR_CHECKS,
  ...HOSTILE_CHECKS,
  ...MONEY_CHECKS,
  ...CUT_CHECKS,
  ...LIMIT_CHECKS,
];

/** Rules that no customer can put to the test, so that their absence is not taken for a pass. */
export const NOT_PROVABLE: readonly string[] = [
  '502 (an engine that fails), 400 body_too_slow and the ping of silent streams need a broken engine or a long wait; the tests of Boreal prove them.',
];
