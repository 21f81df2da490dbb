import type { JsonObject } from '../../core/chat.ts';
import { nextTurn } from '../../lib/next-turn.ts';

const ENCODER = new TextEncoder();

/** A response of an object, or of pieces of a text that is JSON already: more than one are sent one by one. */
export function jsonResponse(
  body: JsonObject | readonly string[],
  headers: Readonly<Record<string, string>> = {},
): Response {
  if (!isPieces(body)) return Response.json(body, { headers });
  return new Response(body.length === 1 ? body[0] : streamOf(body), {
    headers: { 'content-type': 'application/json;charset=utf-8', ...headers },
  });
}

const isPieces = (body: JsonObject | readonly string[]): body is readonly string[] => Array.isArray(body);

/** Other requests get their turn between two pieces. */
function streamOf(pieces: readonly string[]): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await nextTurn();
        controller.enqueue(ENCODER.encode(pieces[sent]!));
        sent += 1;
        if (sent === pieces.length) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
