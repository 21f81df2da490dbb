/** The parts of this feature that others may use. */
export { priceToView } from './model-view.ts';
export type { Listed } from './price-lists.ts';
export { startOf } from './prices-commands.ts';
