export * from './account.ts';
export { BorealError, type CallerOptions } from './caller.ts';
