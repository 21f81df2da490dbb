/** The caller left while its request waited for an engine: none was asked, so nothing is to be paid. */
export class NeverAsked extends Error {
  override readonly name = 'NeverAsked';

  constructor(cause: unknown) {
    super('The caller left before an engine was asked.', { cause });
  }
}
