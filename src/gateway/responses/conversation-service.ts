/**
 * Conversations, whose items are the context of responses. Their content is opaque here: it is written as it came, and read
 * only for the account that it belongs to.
 *
 * Responses of one conversation may run at once. Each reads the items that are there when it begins. When it ends, its own
 * items are added in one transaction: next to each other, behind all others, in the order in which responses end.
 */

import type { JsonObject } from '../../core/chat.ts';
import type { Vault } from '../../core/vault.ts';
import type { ItemPage } from '../../dialects/responses/item-pages.ts';
import { nextTurn } from '../../lib/next-turn.ts';
import type { Ids } from '../../platform/clock.ts';
import type { Platform } from '../../platform/platform.ts';
import type {
  AccountBounds,
  Added,
  MeasuredItem,
  SealedConversation,
  SealedItem,
  StoredConversations,
} from './conversation-store.ts';

export type ConversationItem = JsonObject & { readonly id: string };
type Metadata = Readonly<Record<string, string>>;
export type Conversation = { readonly id: string; readonly createdAtMs: number; readonly metadata: Metadata };

type WholeConversation = {
  readonly items: readonly ConversationItem[];
  /** How much of its bounds it has used. */
  readonly characters: number;
};

export type Conversations = {
  /** False where no conversations are kept. */
  readonly isOn: boolean;
  create(
    accountId: string,
    made: { readonly metadata: Metadata; readonly items: readonly ConversationItem[] },
  ): Promise<Conversation | undefined>;
  find(accountId: string, id: string): Promise<Conversation | undefined>;
  /** Returns whether there was one. */
  update(accountId: string, id: string, metadata: Metadata): Promise<boolean>;
  remove(accountId: string, id: string): Promise<boolean>;
  add(accountId: string, id: string, items: readonly ConversationItem[]): Promise<Added>;
  /** Adds what was sent and what came of it, once for each response. Never fails: returns whether it is there. */
  addResponse(
    accountId: string,
    id: string,
    response: { readonly id: string; readonly items: readonly ConversationItem[] },
  ): Promise<boolean>;
  /** All of them, oldest first. Undefined where there is no such conversation. */
  items(accountId: string, id: string): Promise<WholeConversation | undefined>;
  /** Undefined where it has no item to begin after. */
  page(accountId: string, id: string, page: ItemPage): Promise<readonly ConversationItem[] | undefined>;
  item(accountId: string, id: string, itemId: string): Promise<ConversationItem | undefined>;
  /** Returns whether there was one. */
  removeItem(accountId: string, id: string, itemId: string): Promise<boolean>;
  /** All of an account with their items, oldest first. */
  all(
    accountId: string,
  ): AsyncGenerator<readonly (Conversation & { readonly items: readonly ConversationItem[] })[], void>;
};

type Keeping = {
  readonly store: StoredConversations;
  /** They sort by time. */
  readonly ids: Ids;
  /** How long after the last change. 0: nothing is kept. */
  readonly keepMs: number;
  readonly bounds: AccountBounds;
};

/** Some milliseconds of work; others get their turn after each. */
const OPENED_AT_ONCE = 256;

export function createConversations(
  { vault, clock, log }: Pick<Platform, 'vault' | 'clock' | 'log'>,
  { store, ids, keepMs, bounds }: Keeping,
): Conversations {
  const { sealItems, sealMetadata } = createSealer(vault);
  const { openItem, openItems, openConversation } = createOpener({ vault, log });
  const times = () => {
    const nowMs = clock.nowMs();
    return { nowMs, expiresAtMs: nowMs + keepMs };
  };

  const itemsOf: Conversations['items'] = async (accountId, id) => {
    const sealed = await store.items(accountId, id, clock.nowMs());
    const items = sealed && (await openItems(accountId, id, sealed));
    return items && { items, characters: sealed.reduce((sum, { characters }) => sum + characters, 0) };
  };

  return {
    isOn: keepMs > 0,
    async create(accountId, { metadata, items }) {
      const id = ids.next('conv_');
      const { nowMs: createdAtMs, expiresAtMs } = times();
      const sealed = {
        metadata: await sealMetadata(accountId, id, metadata),
        items: await sealItems(accountId, id, items),
      };
      const isMade = await store.create(accountId, { id, createdAtMs, expiresAtMs, ...sealed, bounds });
      return isMade ? { id, createdAtMs, metadata } : undefined;
    },
    async find(accountId, id) {
      const sealed = await store.find(accountId, id, clock.nowMs());
      return sealed && openConversation(accountId, sealed);
    },
    update: async (accountId, id, metadata) =>
      store.update(accountId, id, { ...times(), metadata: await sealMetadata(accountId, id, metadata) }),
    remove: (accountId, id) => store.remove(accountId, id, clock.nowMs()),
    add: async (accountId, id, items) =>
      store.add(accountId, id, { ...times(), bounds, items: await sealItems(accountId, id, items) }),
    async addResponse(accountId, id, { id: responseId, items }) {
      try {
        const sealed = await sealItems(accountId, id, items);
        return (await store.add(accountId, id, { ...times(), bounds, items: sealed, responseId })) === 'added';
      } catch (cause) {
        const about = { accountId, conversationId: id, responseId, cause };
        log.error(about, 'a response could not be added to its conversation');
        return false;
      }
    },
    items: itemsOf,
    async page(accountId, id, page) {
      const sealed = await store.page(accountId, id, { ...page, nowMs: clock.nowMs() });
      return sealed && openItems(accountId, id, sealed);
    },
    async item(accountId, id, itemId) {
      const sealed = await store.item(accountId, id, { itemId, nowMs: clock.nowMs() });
      return sealed && openItem(accountId, id, sealed);
    },
    removeItem: (accountId, id, itemId) => store.removeItem(accountId, id, { itemId, ...times() }),
    async *all(accountId) {
      for await (const sealed of allSealed(store, accountId)) {
        const conversation = await openConversation(accountId, sealed);
        const whole = conversation && (await itemsOf(accountId, sealed.id));
        if (whole) yield [{ ...conversation, items: whole.items }];
      }
    },
  };
}

async function* allSealed(store: StoredConversations, accountId: string): AsyncGenerator<SealedConversation, void> {
  let last: SealedConversation | undefined;
  do {
    const page: readonly SealedConversation[] = await store.list(accountId, last ?? null);
    last = page.at(-1);
    yield* page;
  } while (last);
}

const aboutItem = (id: string, itemId: string): string => `${id} item ${itemId}`;
const aboutMetadata = (id: string): string => `${id} metadata`;

function createSealer(vault: Vault) {
  const sealItem = async (accountId: string, id: string, item: ConversationItem): Promise<MeasuredItem> => {
    const { id: itemId, ...content } = item;
    const json = JSON.stringify(content);
    return { id: itemId, characters: json.length, content: await vault.seal(accountId, aboutItem(id, itemId), json) };
  };
  return {
    sealItems: (accountId: string, id: string, items: readonly ConversationItem[]) =>
      inShares(items, (item) => sealItem(accountId, id, item)),
    sealMetadata: (accountId: string, id: string, metadata: Metadata): Promise<string> =>
      vault.seal(accountId, aboutMetadata(id), JSON.stringify(metadata)),
  };
}

/** A conversation that cannot be read is as good as gone, and the operator hears of it. */
function createOpener({ vault, log }: Pick<Platform, 'vault' | 'log'>) {
  async function readable<T>(accountId: string, id: string, open: () => Promise<T>): Promise<T | undefined> {
    try {
      return await open();
    } catch (cause) {
      log.error({ accountId, conversationId: id, cause }, 'a conversation cannot be read: was the secret changed?');
      return undefined;
    }
  }

  const opened = async (accountId: string, id: string, sealed: SealedItem): Promise<ConversationItem> => {
    const content = await vault.open(accountId, aboutItem(id, sealed.id), sealed.content);
    return { id: sealed.id, ...(JSON.parse(content) as JsonObject) };
  };

  return {
    openItem: (accountId: string, id: string, sealed: SealedItem) =>
      readable(accountId, id, () => opened(accountId, id, sealed)),
    openItems: (accountId: string, id: string, sealed: readonly SealedItem[]) =>
      readable(accountId, id, () => inShares(sealed, (item) => opened(accountId, id, item))),
    openConversation: (accountId: string, { id, createdAtMs, metadata }: SealedConversation) =>
      readable(accountId, id, async (): Promise<Conversation> => {
        const pairs = JSON.parse(await vault.open(accountId, aboutMetadata(id), metadata)) as Metadata;
        return { id, createdAtMs, metadata: pairs };
      }),
  };
}

async function inShares<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<readonly R[]> {
  const done: R[] = [];
  for (let at = 0; at < all.length; at += OPENED_AT_ONCE) {
    if (at > 0) await nextTurn();
    done.push(...(await Promise.all(all.slice(at, at + OPENED_AT_ONCE).map(work))));
  }
  return done;
}
