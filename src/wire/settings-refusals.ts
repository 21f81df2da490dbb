/** How routes of the settings API refuse: by who may ask, by what they take, and what is special to a route. */
import type { ErrorCode } from '../domain/errors.ts';
import { CHAT_CODES, errorResponses } from './openapi-errors.ts';

/** What a route is, as far as its refusals follow from it. */
export type Asked = {
  readonly name: string;
  readonly area: 'visitor' | 'customer' | 'operator';
  readonly hasBody: boolean;
};

const EVERYWHERE: readonly ErrorCode[] = ['invalid_request', 'store_unavailable', 'internal'];
const WITH_SESSION: readonly ErrorCode[] = ['session_required', 'rate_limited'];
const WITH_BODY: readonly ErrorCode[] = [
  'invalid_body',
  'unsupported_content_type',
  'body_too_slow',
  'request_too_large',
];
const OF_AREA: Readonly<Record<Asked['area'], readonly ErrorCode[]>> = {
  visitor: [],
  customer: [...WITH_SESSION, 'role_not_allowed', 'not_found'],
  operator: [...WITH_SESSION, 'second_factor_required', 'not_found'],
};

/** What a route refuses beside what follows from its area and from what it takes. */
const OF_ROUTE: Readonly<Record<string, readonly ErrorCode[]>> = {
  'POST /api/playground/completions': CHAT_CODES,
  'POST /api/invitations': ['too_many_attempts'],
  'POST /api/invitations/{id}/resend': ['too_many_attempts'],
  'POST /api/invitation/look': ['invitation_invalid'],
  'POST /api/invitation/join': ['invitation_invalid'],
  'POST /api/organisation/hand-over': ['wrong_password', 'too_many_attempts'],
};

const STATUS_NOTES: Readonly<Record<number, string>> = {
  400: 'What was sent is not valid, or is not possible now. param names the field.',
  401: 'There is no session, or it has ended.',
  402: 'The account cannot pay for it.',
  403: 'Not from here, or not with this session.',
  404: 'There is no such thing, or not for this person.',
  413: 'The body is too large.',
  429: 'Too often; wait as long as retry-after says.',
  502: 'Something on our side; try again.',
};

const CODE_NOTES: Readonly<Partial<Record<ErrorCode, string>>> = {
  invalid_request: 'A field is missing, wrong or out of its range, or what it asks for is not possible.',
  foreign_origin: 'What changes something comes from the pages of the service: Origin must be its public address.',
  role_not_allowed: 'The role of this member does not allow it.',
  second_factor_required: 'Operators of this service sign in with a second factor.',
  internal: 'A mistake of ours; tell us the x-request-id.',
};

export function refusalsOf({ name, area, hasBody }: Asked): Readonly<Record<string, object>> {
  const isChange = !name.startsWith('GET ');
  const codes: readonly ErrorCode[] = [
    ...EVERYWHERE,
    ...OF_AREA[area],
    ...(isChange ? (['foreign_origin'] as const) : []),
    ...(hasBody ? WITH_BODY : []),
    ...(name.includes('{') ? (['not_found'] as const) : []),
    ...(OF_ROUTE[name] ?? []),
  ];
  return errorResponses([...new Set(codes)], { statuses: STATUS_NOTES, codes: CODE_NOTES });
}
