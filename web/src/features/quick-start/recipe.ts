/** Recipes, so that a program asks this service: their form, and what they share. */
import type { ModelView } from '../../../../src/features/catalogue/contract.ts';
import type { ServiceView } from '../../../../src/features/site/contract.ts';

export type Place = {
  /** Ends in /v1. */
  readonly baseUrl: string;
  readonly model: ModelView;
  readonly service: ServiceNames;
};

/** The name of the service, and its spellings in settings of clients and in the environment. */
type ServiceNames = Pick<ServiceView, 'name' | 'slug' | 'keyVariable'>;

type RecipeId =
  | 'claude-code'
  | 'codex'
  | 'opencode'
  | 'qwen-code'
  | 'kimi-code'
  | 'continue'
  | 'zed'
  | 'cline'
  | 'copilot'
  | 'aider'
  | 'gptel'
  | 'vim-ai'
  | 'open-webui';

/** A file, shell lines, or fields of a form; the same in every language of the pages. */
export type Recipe = {
  readonly id: RecipeId;
  readonly name: string;
  /** True where it works only with a model that takes tools. */
  readonly needsTools: boolean;
  /** The size of a chat where it is unknown: nothing, or the least that it can be. */
  readonly unknownContext?: 'left-out' | 'least';
  /** So many tokens must fit into a chat, because its own instructions and tools take most of them. */
  readonly contextTokensMin?: number;
} & (
  | { readonly kind: 'file'; readonly path: string; readonly write: (place: Place) => string }
  | { readonly kind: 'shell'; readonly write: (place: Place) => string }
  | { readonly kind: 'form'; readonly fields: (place: Place) => readonly (readonly [string, string])[] }
);

/** For tools that want a number, also where none is known: the longest answer fits into a chat for sure. */
export const leastContext = ({ contextTokens, maxOutputTokens }: ModelView): number => contextTokens ?? maxOutputTokens;
/** An answer is never longer than what fits into a chat. */
export const longestAnswer = ({ contextTokens, maxOutputTokens }: ModelView): number =>
  Math.min(maxOutputTokens, contextTokens ?? maxOutputTokens);
export const json = (value: unknown): string => JSON.stringify(value, null, 2);
/** A word of a shell line. */
export const shell = (text: string): string =>
  /^[\w./:@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
