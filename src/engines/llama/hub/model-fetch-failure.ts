/**
 * A model could not be fetched; the message is for the operator. `lasting` means that trying again soon would fail in
 * the same way, so that it is not tried again soon.
 */
export class ModelFetchFailure extends Error {
  override readonly name = 'ModelFetchFailure';
  readonly kind: 'lasting' | 'passing';

  constructor(message: string, kind: ModelFetchFailure['kind'] = 'lasting') {
    super(message);
    this.kind = kind;
  }
}
