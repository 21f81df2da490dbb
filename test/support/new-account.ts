/** Accounts with credit, and keys of theirs, made straight in the database, as the command line makes them. */
import { nanos } from '../../src/core/money.ts';
import { createKey, type WantedKey } from '../../src/features/keys/authenticate.ts';
import { createIds, systemClock } from '../../src/platform/clock.ts';
import { keyFingerprint } from '../../src/platform/secrets.ts';
import type { Stores } from '../../src/server/stores/stores.ts';

const ids = createIds();

export async function newAccountIn(
  { accounts, credits }: Pick<Stores, 'accounts' | 'credits'>,
  creditNanos: bigint,
): Promise<string> {
  const id = ids.next('acc_');
  const atMs = Date.now();
  await accounts.create({ id, email: `${id.toLowerCase()}@example.com`, status: 'active', createdAtMs: atMs });
  if (creditNanos > 0n) {
    await credits.grant({ accountId: id, amount: nanos(creditNanos), reason: 'test', actor: 'test', atMs });
  }
  return id;
}

type KeyPlace = {
  readonly stores: Pick<Stores, 'keys'>;
  /** The secret of the servers that are to know the key. */
  readonly serverSecret: string;
  readonly prefix?: string;
};

export async function newKeyIn(
  { stores, serverSecret, prefix = 'sk-boreal-' }: KeyPlace,
  wanted: Partial<WantedKey> & Pick<WantedKey, 'accountId'>,
): Promise<{ readonly id: string; readonly secret: string }> {
  const { key, secret } = await createKey(
    {
      clock: systemClock,
      ids,
      keyPrefix: prefix,
      fingerprint: keyFingerprint(serverSecret),
      random: () => crypto.getRandomValues(new Uint8Array(32)),
    },
    stores.keys,
    { name: 'test', ...wanted },
  );
  return { id: key.id, secret };
}

/** `key` is its secret. */
export type AccountWithKey = { readonly accountId: string; readonly key: string; readonly keyId: string };

export async function newAccountWithKey(
  place: KeyPlace & { readonly stores: Pick<Stores, 'accounts' | 'credits' | 'keys'> },
  creditNanos: bigint,
): Promise<AccountWithKey> {
  const accountId = await newAccountIn(place.stores, creditNanos);
  const { id, secret } = await newKeyIn(place, { accountId });
  return { accountId, key: secret, keyId: id };
}
