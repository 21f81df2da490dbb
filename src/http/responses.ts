/** What a response refers to, before it is admitted. */
import { ServiceError } from '../domain/errors.ts';
import { isWhole, type ResponsesForm } from '../wire/openai-responses/reader.ts';
import type { PrepareChat } from './chat-handler.ts';

export const prepareResponse: PrepareChat<ResponsesForm> = async (asked) => {
  if (isWhole(asked.form)) return asked;
  const param = asked.form.previousId === undefined ? 'input' : 'previous_response_id';
  throw new ServiceError('invalid_request', `${param} refers to what is not kept: send the whole input.`, { param });
};
