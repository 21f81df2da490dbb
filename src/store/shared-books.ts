/**
 * Books that several servers share: PostgreSQL. A hold that is open may belong to any of them, so none is expired at a
 * start; those of a server that died are swept by the others when their time is over.
 */
import type { BooksPlace } from './books-place.ts';
import { writeNote } from './instance-lock.ts';
import { type BooksParts, bringUpToDate, type OpenBooks } from './own-books.ts';
import { openPostgres } from './postgres.ts';
import { requireSafePostgres } from './postgres-safety.ts';
import { createServingStores } from './serving-stores.ts';
import { createStores } from './stores.ts';

export async function openSharedBooks(place: BooksPlace, { offers, clock, log }: BooksParts): Promise<OpenBooks> {
  const shared = openPostgres(place.databaseUrl);
  try {
    await requireSafePostgres(shared);
    await bringUpToDate(shared, { clock, log });
  } catch (error) {
    await shared.close();
    throw error;
  }
  return {
    stores: createServingStores(createStores(shared, offers)),
    shared,
    announce: (instance) => writeNote(place.dataDir, instance),
    close: shared.close,
  };
}
