/** A person at a phone who types hostile texts, and the pages that bear them. */
import { expect } from 'bun:test';
import type { Dialog } from 'playwright-core';
import { overflowOf, signInQuietly, type Visitor } from './browser.ts';
import { PASSWORD } from './page-client.ts';
import type { Site } from './site.ts';

export async function visitPhone(site: Site, email: string): Promise<Visitor> {
  const visitor = await site.visit({ screen: 'phone' });
  const dismiss = (dialog: Dialog) => void dialog.dismiss();
  visitor.page.on('dialog', dismiss);
  await signInQuietly(visitor, email, PASSWORD);
  const leave = () => {
    visitor.page.off('dialog', dismiss);
    return visitor.leave();
  };
  return { ...visitor, leave };
}

/** Nothing ran, nothing broke, nothing is wider than the screen. */
export async function expectUnharmed({ page, complaints }: Visitor): Promise<void> {
  expect(await page.evaluate('window.pwned')).toBeUndefined();
  expect(await overflowOf(page)).toBe(0);
  expect(complaints).toEqual([]);
}
