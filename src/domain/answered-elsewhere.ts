import { ServiceError } from './errors.ts';

/** Another server has answered under the same Idempotency-Key meanwhile: that answer is the one to pay for. */
export class AnsweredElsewhere extends ServiceError {
  constructor() {
    super(
      'store_unavailable',
      'Another server has just answered under this Idempotency-Key: repeat the request to get that answer. Nothing was charged for this one.',
    );
  }
}
