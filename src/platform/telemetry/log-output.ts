/**
 * Where the lines of the log go. Writing never waits for the reader: a full pipe or a paused terminal would stop the whole
 * service. What the reader does not take is kept, up to a bound; lines beyond it are dropped and counted.
 *
 *   taken at once      → written
 *   the reader is slow → kept, and written when the reader is back, followed by how many lines were dropped
 */
import { constants, openSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';

/** Takes text and returns nothing, or a promise for when the reader has taken it. Fails when there is no reader. */
export type Sink = (text: string) => Promise<unknown> | undefined;

type LogOutput = {
  write(line: string): void;
  /** Waits until everything that was kept has been written, at most for this time; resolves with whether it was. */
  flush(withinMs: number): Promise<boolean>;
  /** Calls with the lines that were dropped so far, and then with each one, at once. */
  watchDropped(listener: (lines: number) => void): void;
};

/** Some thousands of lines: a reader that restarts loses none. */
const KEPT_CHARS_MAX = 1024 * 1024;

/** `onGap`: the reader is back, and so many lines are missing before what comes now. */
export function createLogOutput(sink: Sink, onGap: (lines: number) => void): LogOutput {
  let kept: string[] = [];
  let keptChars = 0;
  let missing = 0;
  let dropped = 0;
  let listener: (lines: number) => void = () => {};
  let writing: Promise<void> | undefined;

  function drop(): void {
    missing++;
    dropped++;
    listener(1);
  }

  function send(lines: readonly string[]): void {
    let taken: ReturnType<Sink>;
    try {
      taken = sink(lines.join(''));
    } catch {
      lines.forEach(drop);
      return;
    }
    if (!taken) tellGap();
    else {
      writing = taken.then(goOn, () => {
        lines.forEach(drop);
        goOn();
      });
    }
  }

  function goOn(): void {
    writing = undefined;
    const lines = kept;
    kept = [];
    keptChars = 0;
    if (lines.length > 0) send(lines);
    else tellGap();
  }

  function tellGap(): void {
    const lines = missing;
    missing = 0;
    if (lines > 0) onGap(lines);
  }

  return {
    write: (line) => {
      if (!writing) send([line]);
      else if (keptChars + line.length > KEPT_CHARS_MAX) drop();
      else {
        kept.push(line);
        keptChars += line.length;
      }
    },
    flush: async (withinMs) => {
      const { promise: late, resolve } = Promise.withResolvers<'late'>();
      const timer = setTimeout(resolve, withinMs, 'late');
      while (writing && (await Promise.race([writing, late])) !== 'late');
      clearTimeout(timer);
      return !writing;
    },
    watchDropped: (heard) => {
      listener = heard;
      if (dropped > 0) heard(dropped);
    },
  };
}

/** Standard output. The runtime waits for readers of pipes and sockets by itself, but not for terminals. */
export function standardOutput(): Sink {
  let sink: Sink | undefined;
  return (text) => {
    sink ??= (isatty(1) && terminalSink()) || pipeSink();
    return sink(text);
  };
}

function pipeSink(): Sink {
  const writer = Bun.stdout.writer({ highWaterMark: 1 });
  return (text) => {
    writer.write(text);
    const flushed = writer.flush();
    return flushed instanceof Promise ? flushed : undefined;
  };
}

const TERMINAL_RETRY_MS = 50;

/** The terminal opened once more, so that it can be written without waiting and nothing changes for other programs. */
function terminalSink(): Sink | undefined {
  const path = process.platform === 'linux' ? '/proc/self/fd/1' : '/dev/tty';
  try {
    const descriptor = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    return (text) => {
      const rest = writeSome(descriptor, Buffer.from(text));
      return rest.length > 0 ? writeAll(descriptor, rest) : undefined;
    };
  } catch {
    return undefined;
  }
}

async function writeAll(descriptor: number, bytes: Uint8Array): Promise<void> {
  for (let rest = bytes; rest.length > 0; rest = writeSome(descriptor, rest)) await Bun.sleep(TERMINAL_RETRY_MS);
}

/** Returns what the terminal has not taken. */
function writeSome(descriptor: number, bytes: Uint8Array): Uint8Array {
  try {
    return bytes.subarray(writeSync(descriptor, bytes));
  } catch (error) {
    if ((error as { code?: unknown }).code === 'EAGAIN') return bytes;
    throw error;
  }
}
