/** Editors, agents and chats that need only an address and a key. */
import type { ModelView } from '../../../../src/features/catalogue/contract.ts';
import { AGENT_RECIPES } from './agent-recipes.ts';
import { APP_RECIPES } from './app-recipes.ts';
import type { Recipe } from './recipe.ts';

export const RECIPES: readonly Recipe[] = [...AGENT_RECIPES, ...APP_RECIPES];

/** The model to name: the default where the tool can use it, else the first that it can. */
export const modelFor = (recipe: Recipe, models: readonly ModelView[], defaultModel: string): ModelView | undefined => {
  const usable = models.filter(({ takesTools }) => takesTools || !recipe.needsTools);
  return usable.find(({ id }) => id === defaultModel) ?? usable[0];
};
