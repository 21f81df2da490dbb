import type { Audit } from '../audit.ts';

const PROBLEMS_SHOWN = 100;

/** Counts what was looked at and keeps what was wrong. */
export class AuditReport {
  readonly #checked: Record<string, number> = {};
  readonly #problems: string[] = [];
  #hidden = 0;

  /** The sentence is made only when it is needed. */
  check(invariant: string, isTrue: boolean, problem: () => string): void {
    this.#checked[invariant] = (this.#checked[invariant] ?? 0) + 1;
    if (isTrue) return;
    if (this.#problems.length < PROBLEMS_SHOWN) this.#problems.push(`${invariant}: ${problem()}.`);
    else this.#hidden += 1;
  }

  /** Counts what was looked at all at once, and was right. */
  count(invariant: string, checked: number): void {
    if (checked > 0) this.#checked[invariant] = (this.#checked[invariant] ?? 0) + checked;
  }

  get isClean(): boolean {
    return this.#problems.length === 0;
  }

  result(): Pick<Audit, 'ok' | 'checked' | 'problems'> {
    const problems = this.#hidden > 0 ? [...this.#problems, `… and ${this.#hidden} more.`] : this.#problems;
    return { ok: problems.length === 0, checked: this.#checked, problems };
  }
}
