/** Refusals on the paths of responses: OpenAI's shape, with the names that fields have here. */
import type { ServiceError } from '../../core/errors.ts';
import { type ErrorBody, toErrorBody } from '../../platform/http/error-body.ts';

/** Fields that the rules of models and engines call by their names in chat completions. */
const FIELD_NAMES: Readonly<Record<string, string>> = { max_tokens: 'max_output_tokens', messages: 'input' };
const MAX_TOKENS = 'max_tokens (or max_completion_tokens)';

export function toResponsesErrorBody(error: ServiceError): ErrorBody {
  const { error: body } = toErrorBody(error);
  const param = body.param === null ? null : (FIELD_NAMES[body.param] ?? body.param);
  return { error: { ...body, param, message: body.message.replace(MAX_TOKENS, 'max_output_tokens') } };
}
