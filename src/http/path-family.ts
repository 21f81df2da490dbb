/** What paths of one family have in common, whoever answers there: the gate, the router, a reader or the handler. */
import type { ServiceError } from '../domain/errors.ts';
import { toErrorBody } from '../wire/error-body.ts';
import { toResponsesErrorBody } from '../wire/openai-responses/errors.ts';

type PathFamily = {
  /** The path itself, and everything below it. */
  readonly path: string;
  /** A header beside `Authorization` in which a key may stand. */
  readonly keyHeader?: string;
  toErrorBody(error: ServiceError, requestId: string): object;
};

/** Whatever has no row of its own refuses as OpenAI does. */
const OPENAI: Omit<PathFamily, 'path'> = { toErrorBody };
const FAMILIES: readonly PathFamily[] = [{ path: '/v1/responses', toErrorBody: toResponsesErrorBody }];

export const familyOf = (path: string): Omit<PathFamily, 'path'> =>
  FAMILIES.find((family) => path === family.path || path.startsWith(`${family.path}/`)) ?? OPENAI;
