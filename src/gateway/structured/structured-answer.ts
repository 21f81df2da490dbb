/**
 * An answer that has to keep to its caller's schema (`strict`): its text is held against the schema when it has ended.
 * Calls of tools are not checked, nor is an answer that a filter has ended: neither is the JSON that was asked for.
 */
import {
  type ChatRequest,
  type Ending,
  type EngineEvents,
  type Finish,
  type JsonObject,
  type Message,
  type Piece,
  type StructuredResult,
  strictSchemaOf,
} from '../../core/chat.ts';
import { ServiceError } from '../../core/errors.ts';
import { WorkAllowance } from '../../lib/work-allowance.ts';
import type { Verdict } from './schema-check.ts';
import { createSchemaChecker, type SchemaChecker } from './schema-checker.ts';

export type StructuredOutputs = {
  /** Undefined for an answer that need not keep to a schema. `open` asks the engine once more. */
  answerOf(request: ChatRequest, accountId: string, open: OpenAgain): StructuredAnswer | undefined;
  stop(): void;
};

type OpenAgain = (chat: ChatRequest) => Promise<EngineEvents>;

/**
 * Answers that are refused because they do not hold are free, and engines cost money: a schema that no answer can keep to
 * would use them for nothing. An account has so many at once and an hour; from then on it gets such answers, marked.
 */
const FREE_REFUSALS = 30;
const REFUSALS = { atOnce: FREE_REFUSALS, perSecond: FREE_REFUSALS / 3600 };

type Settings = {
  /** The operator pays for a second attempt at a whole answer that does not hold. */
  readonly repairs: boolean;
};

export function createStructuredOutputs({ repairs }: Settings, checker = createSchemaChecker()): StructuredOutputs {
  const refusals = new WorkAllowance(REFUSALS, () => performance.now());
  return {
    answerOf: (request, accountId, open) => {
      const schema = strictSchemaOf(request);
      if (!schema) return undefined;
      // A large chat was written for engines where it was read: to write another one here would hold up all requests.
      const mayRepair = repairs && !request.stream && !request.written;
      const askAgain = mayRepair ? (wrong: Wrong) => repairOf(request, wrong, open) : undefined;
      return new StructuredAnswer(schema, { accountId, checker, refusals, askAgain });
    },
    stop: () => checker.stop(),
  };
}

type Around = {
  readonly accountId: string;
  readonly checker: SchemaChecker;
  readonly refusals: WorkAllowance;
  /** Where a second attempt may be made: the text of it. */
  readonly askAgain?: ((wrong: Wrong) => Promise<string>) | undefined;
};

export class StructuredAnswer {
  readonly #schema: JsonObject;
  readonly #around: Around;
  /** By choice. */
  readonly #texts: string[] = [];
  readonly #withCalls = new Set<number>();
  /** Texts of second attempts that hold, by choice. */
  readonly #repaired = new Map<number, string>();

  constructor(schema: JsonObject, around: Around) {
    this.#schema = schema;
    this.#around = around;
  }

  see(piece: Piece): void {
    const choice = piece.choice ?? 0;
    if (piece.type === 'text') this.#texts[choice] = (this.#texts[choice] ?? '') + piece.text;
    else if (piece.type === 'tool-call-start') this.#withCalls.add(choice);
  }

  /** The ending with the result of each answer that is checked. */
  async check(ending: Ending): Promise<Ending> {
    const { choices, ...only } = ending;
    const [first, ...others] = await Promise.all((choices ?? [only]).map((one, choice) => this.#marked(one, choice)));
    return { ...first!, ...(choices && { choices: [first!, ...others] }) };
  }

  async #marked(finish: Finish, choice: number): Promise<Finish> {
    if (this.#withCalls.has(choice) || finish.finishReason === 'content_filter') return finish;
    const text = this.#texts[choice] ?? '';
    const { result, problems } = await this.#verdictOf(text);
    const { askAgain } = this.#around;
    if (result !== 'failed' || finish.finishReason === 'length' || !askAgain) return { ...finish, structured: result };
    // An attempt that fails leaves the answer as it was.
    const second = await askAgain({ text, problems }).catch(() => '');
    if ((await this.#verdictOf(second)).result !== 'held') return { ...finish, structured: result };
    this.#repaired.set(choice, second);
    return { ...finish, structured: 'repaired' };
  }

  #verdictOf(text: string): Promise<Verdict> {
    const { accountId, checker } = this.#around;
    return checker.check(accountId, this.#schema, text);
  }

  /** The pieces of a whole answer, with the texts that have taken the place of wrong ones. */
  repaired(pieces: readonly Piece[]): readonly Piece[] {
    if (this.#repaired.size === 0) return pieces;
    const kept = pieces.filter(({ type, choice = 0 }) => type !== 'text' || !this.#repaired.has(choice));
    return [...kept, ...[...this.#repaired].map(([choice, text]): Piece => ({ type: 'text', text, choice }))];
  }

  /** True where a whole answer that does not hold is refused. One that was cut for its length is not whole. */
  mayRefuse({ choices, ...only }: Ending): boolean {
    const { accountId, refusals } = this.#around;
    const isWrong = ({ structured, finishReason }: Finish) => structured === 'failed' && finishReason !== 'length';
    if (!(choices ?? [only]).some(isWrong) || refusals.waitMs(accountId) > 0) return false;
    refusals.spend(accountId, 1);
    return true;
  }
}

/** From the worst. */
const RESULTS: readonly StructuredResult[] = ['failed', 'unchecked', 'repaired', 'held'];

/** The result of all answers to a request; undefined where none was checked. */
export const resultOf = ({ choices, ...only }: Ending): StructuredResult | undefined =>
  RESULTS.find((result) => (choices ?? [only]).some(({ structured }) => structured === result));

export const notHeld = (): ServiceError =>
  new ServiceError(
    'structured_output_failed',
    "The model's answer does not keep to the JSON schema of the request; nothing was charged. Please try again.",
  );

type Wrong = { readonly text: string; readonly problems: readonly string[] };

/** Asks for the answer once more, with the wrong one and what is wrong with it. */
async function repairOf(chat: ChatRequest, { text, problems }: Wrong, open: OpenAgain): Promise<string> {
  const said = `This does not keep to the JSON schema:\n${problems.join('\n')}\nAnswer again with the corrected JSON only.`;
  const messages: readonly Message[] = [
    ...chat.messages,
    { role: 'assistant', content: text, toolCalls: [] },
    { role: 'user', content: said },
  ];
  let second = '';
  for await (const together of await open({ ...chat, messages })) {
    for (const event of together) if (event.type === 'text') second += event.text;
  }
  return second;
}
