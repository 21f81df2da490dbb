/** What other features may use of this one. */
export { priceToView } from './model-view.ts';
export { startOf } from './prices-commands.ts';
