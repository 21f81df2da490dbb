/**
 * Forms that were made, by account and content: an account learns nothing of another's forms, not even by how fast an
 * answer comes, and fills only its own part.
 */
import type { MadeForm } from './wanted-form.ts';

const CHARS_MAX = 8 * 1024 * 1024;
const ACCOUNT_CHARS_MAX = 1024 * 1024;
/** An entry takes this beside its grammar. */
const ENTRY_CHARS = 512;

type Kept = { readonly made: MadeForm; readonly account: string; readonly chars: number };

export class FormCache {
  /** From the one that was used least recently. */
  readonly #kept = new Map<string, Kept>();
  readonly #charsOf = new Map<string, number>();
  #chars = 0;

  get chars(): number {
    return this.#chars;
  }

  keyOf(account: string, wanted: string): string {
    return new Bun.CryptoHasher('sha256').update(`${account}\n${wanted}`).digest('base64url');
  }

  get(key: string): MadeForm | undefined {
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept.made;
  }

  add(key: string, account: string, made: MadeForm): void {
    const chars = ENTRY_CHARS + ('grammar' in made ? made.grammar.length : made.refused.length);
    this.#drop(key);
    this.#kept.set(key, { made, account, chars });
    this.#count(account, chars);
    this.#shrink(
      (one) => one.account === account,
      () => (this.#charsOf.get(account) ?? 0) > ACCOUNT_CHARS_MAX,
    );
    this.#shrink(
      () => true,
      () => this.#chars > CHARS_MAX,
    );
  }

  /** Drops the oldest of some until it is enough. */
  #shrink(isOne: (kept: Kept) => boolean, isTooMuch: () => boolean): void {
    for (const [key, kept] of this.#kept) {
      if (!isTooMuch()) return;
      if (isOne(kept)) this.#drop(key);
    }
  }

  #drop(key: string): void {
    const kept = this.#kept.get(key);
    if (!kept) return;
    this.#kept.delete(key);
    this.#count(kept.account, -kept.chars);
  }

  #count(account: string, chars: number): void {
    this.#chars += chars;
    const left = (this.#charsOf.get(account) ?? 0) + chars;
    if (left > 0) this.#charsOf.set(account, left);
    else this.#charsOf.delete(account);
  }
}
