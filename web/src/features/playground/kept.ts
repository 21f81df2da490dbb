/** The conversations of a person, kept in this browser: each by itself, so that two tabs do not write over each other. */
import { useRef, useState } from 'react';
import { isSignedInHere, CONVERSATIONS as START } from '../../person.ts';
import { type Draft, draftFrom, EMPTY_DRAFT, picturesOf, type Turn } from './draft.ts';

type Kept = { readonly id: string; readonly atMs: number; readonly title: string };

const TITLE_MAX = 60;
export const KEPT_MAX = 100;

type Storage = Pick<globalThis.Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;
type Stored = { readonly atMs: number; readonly draft: Draft };

/** Another person who signs in here has others. `isHere`: whether the person is still signed in at this browser. */
export function createShelf(storage: Storage, who: string, isHere: () => boolean = () => true) {
  const start = `${START}.${who}.`;
  const read = (id: string): Stored | undefined => {
    try {
      const { atMs, draft } = JSON.parse(storage.getItem(start + id) ?? '') as Stored;
      return { atMs: Number(atMs), draft: draftFrom(JSON.stringify(draft)) };
    } catch {
      return undefined;
    }
  };
  const list = (): readonly Kept[] =>
    Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
      .filter((key) => key.startsWith(start))
      .map((key) => key.slice(start.length))
      .flatMap((id) => {
        const stored = read(id);
        return stored ? [{ id, atMs: stored.atMs, title: titleOf(stored.draft) }] : [];
      })
      .toSorted((a, b) => b.atMs - a.atMs);
  const remove = (id: string) => storage.removeItem(start + id);
  /** Where there is no room, pictures of the oldest go, then those of this one, then the oldest. */
  const keep = (id: string, draft: Draft, atMs: number) => {
    if (!isHere()) return;
    if (!hasContent(draft)) return remove(id);
    const isNew = storage.getItem(start + id) === null;
    if (isNew) for (const old of list().slice(KEPT_MAX - 1)) remove(old.id);
    while (!isStored(id, { atMs, draft })) {
      const oldest = list().findLast((one) => one.id !== id && hasPictures(read(one.id)!.draft));
      const stripped = oldest && { atMs: oldest.atMs, draft: withoutPictures(read(oldest.id)!.draft) };
      if (!stripped || !isStored(oldest.id, stripped)) {
        return keepWithoutPictures(id, { atMs, draft: withoutPictures(draft) });
      }
    }
  };
  const keepWithoutPictures = (id: string, stored: Stored) => {
    while (!isStored(id, stored)) {
      const oldest = list().findLast((one) => one.id !== id);
      if (!oldest) return;
      remove(oldest.id);
    }
  };
  const isStored = (id: string, stored: Stored): boolean => {
    try {
      storage.setItem(start + id, JSON.stringify(stored));
      return true;
    } catch {
      return false;
    }
  };
  return { read: (id: string) => read(id)?.draft, list, keep, remove };
}

const hasPictures = ({ turns, other }: Draft): boolean => picturesOf([...turns, ...(other?.turns ?? [])]).length > 0;

const withoutPictures = (draft: Draft): Draft => {
  const without = (turns: readonly Turn[]) => turns.map(({ pictures: _, ...turn }) => turn);
  return {
    ...draft,
    turns: without(draft.turns),
    other: draft.other && { ...draft.other, turns: without(draft.other.turns) },
  };
};

const hasContent = ({ turns, system }: Draft): boolean => turns.length > 0 || system.trim() !== '';

/** The first question. */
export function titleOf({ turns, system }: Draft): string {
  const text = (turns.find(({ role }) => role === 'user')?.content ?? system).trim().split('\n')[0] ?? '';
  const letters = [...text];
  return letters.length > TITLE_MAX ? `${letters.slice(0, TITLE_MAX - 1).join('')}…` : text;
}

export type Conversations = {
  readonly id: string;
  readonly draft: Draft;
  /** Changes the conversation it was made for, also when another is open by then: a stopped answer may come late. */
  readonly setDraft: (change: (before: Draft) => Draft) => void;
  readonly others: readonly Kept[];
  readonly open: (id: string) => void;
  readonly begin: () => void;
  readonly remove: () => void;
};

export function useConversations(who: string): Conversations {
  const [shelf] = useState(() => createShelf(localStorage, who, () => isSignedInHere(who)));
  const [open, setOpen] = useState(() => lastOpen(shelf, who));
  const now = useRef(open);
  const [others, setOthers] = useState(() => shelf.list());
  const { id } = open;
  const show = (next: typeof open) => {
    now.current = next;
    setOpen(next);
  };
  const setDraft = (change: (before: Draft) => Draft) => {
    const before = now.current.id === id ? now.current.draft : shelf.read(id);
    if (!before) return;
    const draft = change(before);
    shelf.keep(id, draft, Date.now());
    if (now.current.id === id) show({ id, draft });
  };
  const go = (next: typeof open) => {
    sessionStorage.setItem(`${START}.${who}`, next.id);
    show(next);
    setOthers(shelf.list());
  };
  // The model stays: it was chosen for more than one question.
  const begin = () => go({ id: crypto.randomUUID(), draft: { ...EMPTY_DRAFT, model: open.draft.model } });
  return {
    ...open,
    setDraft,
    others: others.filter((one) => one.id !== id),
    begin,
    open: (wanted) => go({ id: wanted, draft: shelf.read(wanted) ?? EMPTY_DRAFT }),
    remove: () => {
      shelf.remove(id);
      begin();
    },
  };
}

/** The conversation that this tab had open. A new tab begins a new conversation. */
function lastOpen(shelf: ReturnType<typeof createShelf>, who: string): { readonly id: string; readonly draft: Draft } {
  const id = sessionStorage.getItem(`${START}.${who}`) ?? crypto.randomUUID();
  sessionStorage.setItem(`${START}.${who}`, id);
  return { id, draft: shelf.read(id) ?? EMPTY_DRAFT };
}
