/** The record of models and the look of the pages for visitors, for other features. */
export type { Front } from './front.ts';
export { dayOfMinute, MODEL_STATES, type ModelState, minuteOf, SERVICE, type StatusRecords } from './rules.ts';
