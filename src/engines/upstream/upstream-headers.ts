import type { EngineRequest } from '../../core/engine.ts';
import { NO_SPAN } from '../../core/trace.ts';
import type { HttpRequest } from './http.ts';

type Headers = HttpRequest['headers'];

type HeaderSettings = {
  readonly apiKey?: string;
  /** Headers that say who we are, where it is not by `Authorization`. */
  readonly authentication?: Headers;
  /** Headers of one request, for an engine that wants to know whom it serves. */
  readonly headersFor?: (request: EngineRequest) => Headers;
};

/** Mostly a request adds nothing: then its headers are the same object each time, which is checked and written once. */
export class UpstreamHeaders {
  readonly json: Headers;
  readonly stream: Headers;
  readonly #settings: HeaderSettings;

  constructor(settings: HeaderSettings) {
    const common = {
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'boreal',
      ...(settings.authentication ?? (settings.apiKey && { authorization: `Bearer ${settings.apiKey}` })),
    };
    this.json = { accept: 'application/json', ...common };
    this.stream = { accept: 'text/event-stream', ...common };
    this.#settings = settings;
  }

  of(request: EngineRequest, isStream: boolean): Headers {
    const common = isStream ? this.stream : this.json;
    const own = this.#settings.headersFor?.(request);
    return own || request.span !== NO_SPAN ? { ...common, ...own, ...request.span.headers } : common;
  }
}
