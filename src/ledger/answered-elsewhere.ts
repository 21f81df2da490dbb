import { ServiceError } from '../core/errors.ts';

/** Another server has taken our place under the same Idempotency-Key: its answer is the one to pay for. */
export class AnsweredElsewhere extends ServiceError {
  constructor() {
    super(
      'store_unavailable',
      'Another server answers for this Idempotency-Key by now: repeat the request to get that answer. Nothing was charged.',
      { cause: new Error('The claim on the Idempotency-Key was lost: this server was out of reach for too long.') },
    );
  }
}
