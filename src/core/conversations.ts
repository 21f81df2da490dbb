/** Conversations that responses are part of. Only their own account may read them. */

/** The bounds of one: reading more of it for a response would hold up the requests of others. */
export const CONVERSATION_BOUNDS = { itemsMax: 4096, charactersMax: 2 * 1024 * 1024 } as const;

/** Encrypted, as the database has it. */
export type SealedConversation = { readonly id: string; readonly createdAtMs: number; readonly metadata: string };

export type SealedItem = { readonly id: string; readonly content: string };

export type MeasuredItem = SealedItem & {
  /** How long it is before it is encrypted. */
  readonly characters: number;
};

/** An account that has more loses the conversations that were left alone the longest, unless it pays for more. */
export type AccountBounds = { readonly conversationsMax: number; readonly charactersMax: number };

/** When something is changed, and until when the conversation is kept from then on. */
export type ChangeTime = { readonly nowMs: number; readonly expiresAtMs: number };

export type NewItems = ChangeTime & {
  readonly items: readonly MeasuredItem[];
  /** The bounds of the account. */
  readonly bounds: AccountBounds;
  /** Items of a response are added once for its id, and also where they are the first that do not fit. */
  readonly responseId?: string;
};

/** `taken`: the conversation has an item with the id of one of them. Nothing is added but with `added`. */
export type Added = 'added' | 'missing' | 'full' | 'taken';

export type PageOrder = {
  readonly order: 'asc' | 'desc';
  /** The item before the first of the page. */
  readonly after: string | null;
  readonly limit: number;
};

export interface StoredConversations {
  /** False: the account is closed. */
  create(
    accountId: string,
    made: SealedConversation & {
      readonly items: readonly MeasuredItem[];
      readonly expiresAtMs: number;
      readonly bounds: AccountBounds;
    },
  ): Promise<boolean>;
  find(accountId: string, id: string, nowMs: number): Promise<SealedConversation | undefined>;
  /** Returns whether there was one. */
  update(accountId: string, id: string, change: ChangeTime & { readonly metadata: string }): Promise<boolean>;
  /** With all of its items. Returns whether there was one. */
  remove(accountId: string, id: string, nowMs: number): Promise<boolean>;
  /** All of them, behind all that are there, next to each other and in their order; or none. */
  add(accountId: string, id: string, added: NewItems): Promise<Added>;
  /** All of them, oldest first. Undefined where there is no such conversation. */
  items(accountId: string, id: string, nowMs: number): Promise<readonly MeasuredItem[] | undefined>;
  /** Undefined where the conversation has no item `after`. */
  page(
    accountId: string,
    id: string,
    asked: PageOrder & { readonly nowMs: number },
  ): Promise<readonly SealedItem[] | undefined>;
  item(
    accountId: string,
    id: string,
    asked: { readonly itemId: string; readonly nowMs: number },
  ): Promise<SealedItem | undefined>;
  /** Returns whether there was one. */
  removeItem(accountId: string, id: string, asked: ChangeTime & { readonly itemId: string }): Promise<boolean>;
  /** Some of them, oldest first, after the given one. */
  list(accountId: string, after: SealedConversation | null): Promise<readonly SealedConversation[]>;
}
