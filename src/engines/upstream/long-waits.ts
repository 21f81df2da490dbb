import { LongWaits } from '../../lib/deadline.ts';

/** The deadlines of all requests to engines. */
export const LONG_WAITS = new LongWaits(() => performance.now());
