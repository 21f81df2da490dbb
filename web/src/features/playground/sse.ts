/** Reads an event stream: bytes in, the data of each event out. Comments and other fields are skipped. */

/** Takes the bytes as they come, cut anywhere, and returns the data of the events that are complete by then. */
export function createEventReader(): (bytes: Uint8Array) => readonly string[] {
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];
  return (bytes) => {
    rest += decoder.decode(bytes, { stream: true });
    const events: string[] = [];
    for (;;) {
      const end = lineEnd(rest);
      if (!end) return events;
      const line = rest.slice(0, end.at);
      rest = rest.slice(end.at + end.length);
      if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
      if (line !== '' || data.length === 0) continue;
      events.push(data.join('\n'));
      data = [];
    }
  };
}

/** A line ends in LF, CR or CRLF. A CR at the very end may be half of a CRLF: it waits for what follows. */
function lineEnd(text: string): { readonly at: number; readonly length: number } | undefined {
  const at = text.search(/[\r\n]/);
  if (at < 0) return undefined;
  if (text[at] === '\n') return { at, length: 1 };
  if (at === text.length - 1) return undefined;
  return { at, length: text[at + 1] === '\n' ? 2 : 1 };
}

export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const read = createEventReader();
  const reader = body.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield* read(value);
    }
  } finally {
    // Leaving early must stop the server, too: what is not read must not be produced.
    await reader.cancel().catch(() => {});
  }
}
