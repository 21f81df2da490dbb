/**
 * How much work one request may make of its schemas. Work is counted while it is done and refused as soon as it is too
 * much, so a refusal costs no more than the largest grammar. A step is about what it takes to merge one small schema,
 * some microseconds; everything that a schema can multiply (options of unions, copies, texts) counts as steps too.
 */

/** The schemas are not what we are willing to run. The message is fit for the caller. */
export class SchemaRefusal extends Error {
  override readonly name: string = 'SchemaRefusal';
}

/** A schema, or the grammar made of it, is larger than we are willing to run. */
export class GrammarTooLargeError extends SchemaRefusal {
  override readonly name = 'GrammarTooLargeError';
}

export const STEPS_MAX = 10_000;

export class WorkBudget {
  #used = 0;

  get used(): number {
    return this.#used;
  }

  count(steps: number): void {
    this.expect(steps);
    this.#used += steps;
  }

  /** Refuses work that cannot fit any more, before any of it is done. */
  expect(steps: number): void {
    if (this.#used + steps <= STEPS_MAX) return;
    throw new GrammarTooLargeError('The JSON schema combines too many schemas; use fewer unions and references.');
  }
}
