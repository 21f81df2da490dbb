/**
 * The person who is signed in at this browser. Conversations of the playground are kept in it, so they are removed when that person
 * signs out or another one signs in. Tabs that are still open then write nothing more.
 */
const PERSON = 'boreal.person';
export const CONVERSATIONS = 'boreal.playground';

type Storage = Pick<globalThis.Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

/** The owner of a conversation: in one account, by their address. */
export const ownerOf = (accountId: string, email: string): string => `${accountId}.${email}`;
const emailIn = (owner: string): string => owner.slice(owner.indexOf('.') + 1);

export const isSignedInHere = (owner: string, storage: Storage = localStorage): boolean =>
  storage.getItem(PERSON) === emailIn(owner);

/** Keeps what is theirs, and nothing of others. */
export function greet(email: string, storage: Storage = localStorage): void {
  if (storage.getItem(PERSON) === email) return;
  removeConversations(storage, (owner) => emailIn(owner) !== email);
  try {
    storage.setItem(PERSON, email);
  } catch {
    // There is no room: then nothing is kept.
  }
}

export function forgetPerson(storage: Storage = localStorage): void {
  storage.removeItem(PERSON);
  removeConversations(storage, () => true);
}

function removeConversations(storage: Storage, isGone: (owner: string) => boolean): void {
  const start = `${CONVERSATIONS}.`;
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
  for (const key of keys.filter((one) => one.startsWith(start))) {
    if (isGone(key.slice(start.length, key.lastIndexOf('.')))) storage.removeItem(key);
  }
}
