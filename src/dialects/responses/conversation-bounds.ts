/** The most that fits into a conversation: reading more for a response would hold up the requests of others. */
export const CONVERSATION_BOUNDS = { itemsMax: 4096, charactersMax: 2 * 1024 * 1024 } as const;
