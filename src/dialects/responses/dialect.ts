import type { Dialect } from '../dialect.ts';
import { createResponsesReader, type ResponsesForm } from './reader.ts';
import { toResponse, toResponseStream } from './response.ts';

/** POST /v1/responses: items instead of messages, and events with names. */
export const responsesDialect: Dialect<ResponsesForm> = {
  name: 'responses',
  limit: { field: 'max_output_tokens', isHint: true },
  createReader: createResponsesReader,
  toBody: toResponse,
  toStream: toResponseStream,
};
