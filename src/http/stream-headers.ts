/** How an event stream announces itself. */
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

export const isEventStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false;
