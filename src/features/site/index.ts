/** The record of models, for other features. */
export { dayOfMinute, MODEL_STATES, type ModelState, minuteOf, SERVICE, type StatusRecords } from './rules.ts';
