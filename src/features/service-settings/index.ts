/** The steps of the set-up, for other features. */
export { SET_UP_STEPS, type SetUpStep } from './rules.ts';
