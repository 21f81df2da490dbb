/**
 * Responses that are kept for some hours so that later requests can refer to them. Their content is opaque here:
 * it is written as it came, and read only for the account that it belongs to.
 */
import type { JsonObject } from '../../core/chat.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SealedResponse, StoredResponses } from './stored-response-store.ts';

export type KeptResponse = {
  readonly id: string;
  /** Everything that the model was given, but for instructions. */
  readonly input: readonly unknown[];
  readonly response: JsonObject;
};

export type KeptResponses = {
  /** False where no responses are kept. */
  readonly isOn: boolean;
  /** False where so much input is never kept. */
  hasRoomFor(characters: number): boolean;
  /** Seals both parts of one that is put by the caller. */
  seal(accountId: string, written: WrittenResponse): Promise<Pick<SealedResponse, 'input' | 'response'>>;
  sealResponse(accountId: string, id: string, responseJson: string): Promise<string>;
  /** How long one is kept, and how many of an account. */
  readonly bounds: { readonly keepMs: number; readonly keptMax: number };
  /** Never fails: returns whether it is kept. */
  keep(accountId: string, response: NewResponse): Promise<boolean>;
  find(accountId: string, id: string): Promise<KeptResponse | undefined>;
  /** The responses of several, by their ids. */
  findResponses(accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, JsonObject>>;
  remove(accountId: string, id: string): Promise<boolean>;
  /** All of an account, oldest first. */
  all(accountId: string): AsyncGenerator<readonly KeptResponse[], void>;
};

type WrittenResponse = { readonly id: string; readonly inputJson: string; readonly responseJson: string };

type NewResponse = Pick<KeptResponse, 'id' | 'input'> & {
  readonly createdAtMs: number;
  /** It may be large, and was written already. */
  readonly responseJson: string;
};

type Keeping = {
  readonly store: StoredResponses;
  /** 0: nothing is kept. */
  readonly keepMs: number;
  readonly keptMax: number;
};

/** Longer ones are not kept: reading them again would hold up the requests of others. */
const CHARACTERS_MAX = 2 * 1024 * 1024;

export function createKeptResponses(
  { vault, clock, log }: Pick<Platform, 'vault' | 'clock' | 'log'>,
  { store, keepMs, keptMax }: Keeping,
): KeptResponses {
  const { openResponse, openBoth } = createOpener({ vault, log });
  const sealResponse = (accountId: string, id: string, responseJson: string) =>
    vault.seal(accountId, `${id} response`, responseJson);
  const seal: KeptResponses['seal'] = async (accountId, { id, inputJson, responseJson }) => {
    const [sealedInput, response] = await Promise.all([
      vault.seal(accountId, `${id} input`, inputJson),
      sealResponse(accountId, id, responseJson),
    ]);
    return { input: sealedInput, response };
  };
  return {
    bounds: { keepMs, keptMax },
    seal,
    sealResponse,
    isOn: keepMs > 0,
    hasRoomFor: (characters) => keepMs > 0 && characters <= CHARACTERS_MAX,
    async keep(accountId, { id, createdAtMs, input, responseJson }) {
      if (responseJson.length > CHARACTERS_MAX) return false;
      const inputJson = JSON.stringify(input);
      if (inputJson.length + responseJson.length > 2 * CHARACTERS_MAX) return false;
      try {
        const sealed = await seal(accountId, { id, inputJson, responseJson });
        const times = { createdAtMs, expiresAtMs: createdAtMs + keepMs };
        await store.put(accountId, { id, ...times, ...sealed, keptMax });
        return true;
      } catch (cause) {
        log.error({ accountId, responseId: id, cause }, 'a response could not be kept');
        return false;
      }
    },
    async find(accountId, id) {
      const sealed = await store.find(accountId, id, clock.nowMs());
      return sealed && openBoth(accountId, sealed);
    },
    async findResponses(accountId, ids) {
      const found = await store.findResponses(accountId, ids, clock.nowMs());
      const read = await Promise.all(
        found.map(async ({ id, response }) => [id, await openResponse(accountId, id, response)] as const),
      );
      return new Map(read.filter((pair): pair is [string, JsonObject] => pair[1] !== undefined));
    },
    remove: (accountId, id) => store.remove(accountId, id, clock.nowMs()),
    async *all(accountId) {
      let last: SealedResponse | undefined;
      do {
        const page: readonly SealedResponse[] = await store.list(accountId, last ?? null);
        last = page.at(-1);
        const read = await Promise.all(page.map((sealed) => openBoth(accountId, sealed)));
        const known = read.filter((one) => one !== undefined);
        if (known.length > 0) yield known;
      } while (last);
    },
  };
}

/** A response that cannot be read is as good as gone, and the operator hears of it. */
function createOpener({ vault, log }: Pick<Platform, 'vault' | 'log'>) {
  async function opened(accountId: string, about: string, sealed: string): Promise<unknown> {
    try {
      return JSON.parse(await vault.open(accountId, about, sealed));
    } catch (cause) {
      log.error({ accountId, responseId: about, cause }, 'a kept response cannot be read: was the secret changed?');
      return undefined;
    }
  }

  const openResponse = (accountId: string, id: string, sealed: string): Promise<unknown> =>
    opened(accountId, `${id} response`, sealed);

  return {
    openResponse,
    openBoth: async (accountId: string, sealed: SealedResponse): Promise<KeptResponse | undefined> => {
      const [input, response] = await Promise.all([
        opened(accountId, `${sealed.id} input`, sealed.input),
        openResponse(accountId, sealed.id, sealed.response),
      ]);
      if (input === undefined || response === undefined) return undefined;
      return { id: sealed.id, input: input as readonly unknown[], response: response as JsonObject };
    },
  };
}
