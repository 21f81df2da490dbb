import { expect, test } from 'bun:test';
import { storageOf } from './features/playground/storage.fixture.ts';
import { CONVERSATIONS, forgetPerson, greet, isSignedInHere, ownerOf } from './person.ts';

const EVA = 'eva@example.com';
const conversation = (email: string, accountId = 'acc_1') => `${CONVERSATIONS}.${ownerOf(accountId, email)}.one`;

test('a person who signs in finds their own conversations, of each account, and none of another person', () => {
  const storage = storageOf();
  for (const email of [EVA, `x.${EVA}`, `${EVA}.cz`, 'adam@example.com']) storage.setItem(conversation(email), '{}');
  storage.setItem(conversation(EVA, 'acc_2'), '{}');
  storage.setItem('boreal.theme', 'dark');

  greet(EVA, storage);

  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at));
  expect(keys.toSorted()).toEqual(
    [conversation(EVA), conversation(EVA, 'acc_2'), 'boreal.person', 'boreal.theme'].toSorted(),
  );
  expect(isSignedInHere(ownerOf('acc_1', EVA), storage)).toBe(true);
  expect(isSignedInHere(ownerOf('acc_1', `x.${EVA}`), storage)).toBe(false);
});

test('a person who signs out leaves no conversation, and is not here any more for tabs that are still open', () => {
  const storage = storageOf();
  greet(EVA, storage);
  storage.setItem(conversation(EVA), '{}');
  storage.setItem('boreal.theme', 'dark');

  forgetPerson(storage);

  expect(storage.length).toBe(1);
  expect(isSignedInHere(ownerOf('acc_1', EVA), storage)).toBe(false);
});

test('where there is no room nothing is kept, and nothing fails', () => {
  const storage = storageOf(1);

  greet(EVA, storage);

  expect(isSignedInHere(ownerOf('acc_1', EVA), storage)).toBe(false);
});
