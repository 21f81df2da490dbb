/** Stores as a server sees them: whatever keeps the database out of reach is a refusal for the caller. */
import { ServiceError } from '../../core/errors.ts';
import { storeUnavailable } from '../../platform/database/store-unavailable.ts';
import { kindOf } from './call-kinds.ts';
import { methodOf, namesOf, type Stores, storesFrom } from './stores.ts';

/** The meaning of a failure of the database. */
export type Failures = {
  /** True where the same call may go well a little later. */
  readonly mayGoWellLater: (thrown: unknown) => boolean;
  /** Called when a write could not be done because the database was out of reach. */
  readonly onWriteFailed?: () => void;
};

export function createServingStores(stores: Stores, { mayGoWellLater, onWriteFailed }: Failures): Stores {
  return storesFrom(namesOf(stores), (port, name) => {
    const method = methodOf(stores, port, name);
    const isWrite = kindOf(port, name) !== 'read';
    return async (...values) => {
      try {
        return await method(...values);
      } catch (thrown) {
        if (thrown instanceof ServiceError) throw thrown;
        if (isWrite) onWriteFailed?.();
        throw storeUnavailable(thrown, mayGoWellLater(thrown));
      }
    };
  });
}
