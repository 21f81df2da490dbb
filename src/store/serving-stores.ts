/** Stores as a server sees them: whatever keeps the books out of reach is a refusal for the caller. */
import { ServiceError } from '../domain/errors.ts';
import { storeUnavailable } from './store-protocol.ts';
import { CALL_KINDS, type CallKind, type Stores } from './stores.ts';

/** What a failure of the database means. */
export type Failures = {
  /** Whether the same call may go well a little later. */
  readonly mayGoWellLater: (thrown: unknown) => boolean;
  /** Called when a write could not be done because the books were out of reach. */
  readonly onWriteFailed?: () => void;
};

type Method = (...values: unknown[]) => Promise<unknown>;

export function createServingStores(stores: Stores, { mayGoWellLater, onWriteFailed }: Failures): Stores {
  const serving: Record<string, Record<string, Method>> = {};
  const kinds = CALL_KINDS as unknown as Record<string, Record<string, CallKind>>;
  for (const [port, methods] of Object.entries(stores)) {
    serving[port] = {};
    for (const [name, method] of Object.entries(methods as unknown as Record<string, Method>)) {
      const isWrite = kinds[port]?.[name] !== 'read';
      serving[port][name] = async (...values) => {
        try {
          return await method(...values);
        } catch (thrown) {
          if (thrown instanceof ServiceError) throw thrown;
          if (isWrite) onWriteFailed?.();
          throw storeUnavailable(thrown, mayGoWellLater(thrown));
        }
      };
    }
  }
  return serving as unknown as Stores;
}
