import { ServiceError } from '../../core/errors.ts';

/** `isPassing`: whether the database was out of reach. Otherwise it was asked, and refused or could not do it. */
export const storeUnavailable = (cause: unknown, isPassing: boolean): ServiceError =>
  new ServiceError('store_unavailable', isPassing ? OUT_OF_REACH : REFUSED, { cause, isPassing });

const OUT_OF_REACH = 'The service cannot reach its database right now; please try again.';
const REFUSED = 'The database of the service refused this, and nothing was changed; please tell the operator.';
