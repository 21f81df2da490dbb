/** The parts of this feature that others may use. */
export { termsToView } from './group-view.ts';
