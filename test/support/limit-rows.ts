/** Limits in a form, row by row, as a person sets them. */
import type { Locator } from 'playwright-core';

type Typed = { readonly max: string; readonly unit: string; readonly window: string; readonly model?: string };

const ADD = /^(Add a limit|Přidat limit)$/;

/** Adds a row and fills it in. */
export async function addLimit(form: Locator, typed: Typed): Promise<void> {
  const at = await form.locator('.limit-row').count();
  await form.getByRole('button', { name: ADD }).click();
  await setLimit(form, at, typed);
}

/** Fills in a row that is there. The unit comes first: windows depend on it. */
export async function setLimit(form: Locator, at: number, { max, unit, window, model }: Typed): Promise<void> {
  const row = form.locator('.limit-row').nth(at);
  await row.locator('select').first().selectOption(unit);
  await row.locator('select').nth(1).selectOption(window);
  if (model !== undefined) await row.locator('select').nth(2).selectOption(model);
  await row.locator('input').fill(max);
}
