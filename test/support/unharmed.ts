/** Somebody at a phone who types what nobody should, and the pages that bear it. */
import { expect } from 'bun:test';
import { overflowOf, signInQuietly, type TestBrowser, type Visitor } from './browser.ts';
import { PASSWORD } from './page-client.ts';
import type { TestService } from './service.ts';

export type PhoneOf = { readonly browser: TestBrowser; readonly service: TestService; readonly email: string };

export async function visitPhone({ browser, service, email }: PhoneOf): Promise<Visitor> {
  const visitor = await browser.visit(service, { screen: 'phone' });
  visitor.page.on('dialog', (dialog) => void dialog.dismiss());
  await signInQuietly(visitor, email, PASSWORD);
  return visitor;
}

/** Nothing ran, nothing broke, nothing is wider than the screen. */
export async function expectUnharmed({ page, complaints }: Visitor): Promise<void> {
  expect(await page.evaluate('window.pwned')).toBeUndefined();
  expect(await overflowOf(page)).toBe(0);
  expect(complaints).toEqual([]);
}
