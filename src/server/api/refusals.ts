/** How routes of the settings API refuse: by who may ask, by what they take, and what is special to a route. */
import type { ErrorCode } from '../../core/errors.ts';
import { playground } from '../../features/playground/contract.ts';
import { CODE_NOTES as API_CODE_NOTES, CHAT_CODES, errorResponses } from '../../gateway/openapi/openapi-errors.ts';
import { CONTRACT_ROUTES } from './contracts.ts';

/** The part of a route from which its refusals follow. */
export type Asked = {
  readonly name: string;
  readonly area: 'visitor' | 'customer' | 'operator';
  readonly hasBody: boolean;
};

const EVERYWHERE: readonly ErrorCode[] = ['invalid_request', 'store_unavailable', 'internal'];
const WITH_SESSION: readonly ErrorCode[] = ['session_required', 'invalid_token', 'scope_not_allowed', 'rate_limited'];
const WITH_BODY: readonly ErrorCode[] = [
  'invalid_body',
  'unsupported_content_type',
  'body_too_slow',
  'request_too_large',
];
const OF_AREA: Readonly<Record<Asked['area'], readonly ErrorCode[]>> = {
  visitor: [],
  customer: [
    ...WITH_SESSION,
    'role_not_allowed',
    'own_sign_in_required',
    'organisation_sign_in_required',
    'organisation_closed',
    'not_found',
  ],
  operator: [...WITH_SESSION, 'second_factor_required', 'organisation_closed', 'not_found'],
};

/** With `?as=` operators read what a customer reads. */
const OF_LOOK: Readonly<Record<Asked['area'], readonly ErrorCode[]>> = {
  visitor: [],
  customer: ['not_found', 'second_factor_required'],
  operator: [],
};

const PLAYGROUND: readonly ErrorCode[] = CHAT_CODES.filter(
  (code) => code !== 'invalid_api_key' && code !== 'ip_not_allowed',
);

const STATUS_NOTES: Readonly<Record<number, string>> = {
  400: 'What was sent is not valid, or is not possible now. param names the field.',
  401: 'There is no session, or it has ended; or the management token cannot be used.',
  402: 'The account cannot pay for it.',
  403: 'Not from here, or not with this session or token.',
  404: 'There is no such thing, or not for this person.',
  409: 'Something else was changed meanwhile; look again, then change it.',
  413: 'The body is too large.',
  429: 'Too often; wait as long as retry-after says.',
  502: 'Something on our side; try again.',
};

/** What each code means, as `/api/openapi.json` says it beside each route that may refuse with it. */
export const CODE_NOTES: Readonly<Partial<Record<ErrorCode, string>>> = {
  ...API_CODE_NOTES,
  invalid_request: 'A field is missing, wrong or out of its range, or what it asks for is not possible.',
  foreign_origin: 'What changes something comes from the pages of the service: Origin must be its public address.',
  invalid_token: 'The management token is mistyped, unknown, expired or revoked, or its person is gone.',
  scope_not_allowed: 'The management token lacks the scope, or it takes a person at the pages.',
  role_not_allowed: 'The role of this member does not allow it.',
  own_sign_in_required: 'The provider of an organisation has signed this person in; this takes their own sign-in.',
  organisation_sign_in_required: 'This organisation wants its members to sign in at its own provider.',
  organisation_closed: 'The only organisation of this person was closed, and they have no account.',
  sign_in_again: 'This takes a sign-in within the last ten minutes.',
  second_factor_required: 'Operators of this service sign in with a second factor.',
  session_required: 'There is no session, or it has ended.',
  not_found: 'There is no such thing, or it is of another account.',
  rate_limited: 'The pages, and a management token, may ask only so often in a minute.',
  too_many_attempts: 'Too many wrong ones; the wait is long.',
  proof_required: 'Many are asking at once: repeat it with a solution of the challenge of GET /api/auth/proof.',
  wrong_password: 'A change that takes the password, with a wrong one.',
  invitation_invalid: 'The invitation was used, has expired, or is for another address.',
  domain_public: 'The domain gives mailboxes to the public.',
  domain_taken: 'Another organisation has verified this domain.',
  domain_record_missing: 'The record is not in DNS, or no name server answers.',
  provider_unreachable: 'The sign-in provider does not answer, or is not on the open Internet.',
  provider_mismatch: 'What the sign-in provider says of itself does not fit.',
  too_many_keys: 'The account has as many keys that can be used as it may have.',
  statement_invalid: 'The file is no statement of this account that can be read; statement says why.',
  order_unknown: 'There is no order with this id or variable symbol.',
  order_settled: 'The order is paid, cancelled or over, or is paid by card.',
  amount_differs: 'The money that came is not what the order is for.',
  movement_settled: 'The movement of the bank does not wait for an order any more.',
  account_closed: 'The account is closed: send the money back.',
  terms_not_accepted: 'The terms that hold now were not accepted.',
  consent_required: 'A consumer has not asked for use to begin at once.',
  withdrawal_refused: 'The order is not one that its buyer can withdraw from now.',
  voucher_invalid: 'There is no such voucher, or it cannot be used any more.',
  changed_meanwhile: 'Something else was changed since it was looked at.',
  set_by_file: 'The configuration file declares it, so it is changed there.',
  plan_running: 'Another plan runs.',
  account_full: 'The account would have more than an account may have.',
  offer_unknown: 'It is not sold, or not in this way.',
  payment_provider_failed: 'The provider of payments by card cannot be reached, or has refused.',
};

export function refusalsOf({ name, area, hasBody }: Asked): Readonly<Record<string, object>> {
  const isChange = !name.startsWith('GET ');
  const codes: readonly ErrorCode[] = [
    ...EVERYWHERE,
    ...OF_AREA[area],
    ...(isChange ? (['foreign_origin'] as const) : OF_LOOK[area]),
    ...(hasBody ? WITH_BODY : []),
    ...(name.includes('{') ? (['not_found'] as const) : []),
    ...(name === playground.name ? PLAYGROUND : []),
    ...(CONTRACT_ROUTES[name]?.refuses ?? []),
  ];
  return errorResponses([...new Set(codes)], { statuses: STATUS_NOTES, codes: CODE_NOTES });
}
