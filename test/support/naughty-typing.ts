/** Types every naughty text into fields, sends it, and looks at what comes; in the end the page must be unharmed. */
import type { Locator, Response } from 'playwright-core';
import type { Visitor } from './browser.ts';
import { NAUGHTY_TEXTS } from './naughty-texts.ts';
import { expectUnharmed } from './unharmed.ts';

type Typing = {
  readonly into: readonly Locator[];
  /** The element to click; Enter where it is not said. */
  readonly send?: Locator;
  readonly texts?: readonly string[];
};

/** Where the page itself refuses, before it asks the server. */
export async function typeRefused(visitor: Visitor, typing: Typing & { readonly refusal: Locator }): Promise<void> {
  for (const text of typing.texts ?? NAUGHTY_TEXTS) {
    await typeAndSend(visitor, typing, text);
    await typing.refusal.waitFor();
  }
  await expectUnharmed(visitor);
}

type Asking = Typing & {
  /** A part of the address that is asked. */
  readonly asks: string;
  readonly check: (text: string, response: Response) => unknown;
};

/** Where the server is asked each time, and the test looks at what it says. */
export async function typeAsked(visitor: Visitor, { asks, check, ...typing }: Asking): Promise<void> {
  for (const text of typing.texts ?? NAUGHTY_TEXTS) {
    const answered = visitor.page.waitForResponse((response) => response.url().includes(asks));
    await typeAndSend(visitor, typing, text);
    await check(text, await answered);
  }
  await expectUnharmed(visitor);
}

async function typeAndSend({ page }: Visitor, { into, send }: Typing, text: string): Promise<void> {
  for (const field of into) await field.fill(text);
  await (send ? send.click() : page.keyboard.press('Enter'));
}
