/** How an event stream announces itself. */
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/** Answers that are written while they are read: event streams, and files to be saved. */
export const isStream = (response: Response): boolean =>
  isEventStream(response) || response.headers.has('content-disposition');

const isEventStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false;
