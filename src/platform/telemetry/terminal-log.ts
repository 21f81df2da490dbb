/** The log for a person at a terminal: a line of text each, with the time of day. Programs get JSON lines. */
import { isatty } from 'node:tty';
import { clip } from '../../lib/clip.ts';
import { describeCause, FLUSH_MS_MAX, type LogLevel, type ServiceLog, TEXT_MAX } from './log.ts';
import { createLogOutput, type Sink, standardOutput } from './log-output.ts';

export type TerminalLog = ServiceLog & {
  /** Text of several lines, whatever the level is. */
  show(text: string): void;
};

/** True where a person reads standard output. */
export const isTerminal = (): boolean => isatty(1);

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
const MARKS = { info: '', warn: 'Warning: ', error: 'Error: ' } as const;
type Fields = Readonly<Record<string, unknown>>;

export function createTerminalLog(level: LogLevel, sink: Sink = standardOutput()): TerminalLog {
  const output = createLogOutput(sink, (lines) =>
    write('warn', { lines }, 'lines of the log are missing here: the terminal did not take them in time'),
  );
  function write(kind: keyof typeof MARKS, fields: Fields, message: string): void {
    if (LEVELS.indexOf(kind) < LEVELS.indexOf(level)) return;
    const time = new Date().toTimeString().slice(0, 'hh:mm:ss'.length);
    output.write(`${time}  ${MARKS[kind]}${clip(message, TEXT_MAX)}${fieldsText(fields, message)}\n`);
  }
  return {
    info: (fields, message) => write('info', fields, message),
    warn: (fields, message) => write('warn', fields, message),
    error: (fields, message) => write('error', fields, message),
    show: (text) => output.write(`${text}\n`),
    watchDropped: output.watchDropped,
    flush: () => output.flush(FLUSH_MS_MAX),
  };
}

/** Facts beside the sentence, such as `model=boreal-mini.gguf`; not those that it says itself. */
const fieldsText = (fields: Fields, message: string): string =>
  Object.entries(fields)
    .map(([name, value]) => [name, valueText(name, value)] as const)
    .filter(([, text]) => text !== '' && !message.includes(text))
    .map(([name, text]) => `  ${name}=${text}`)
    .join('');

/** More would hide the sentence. */
const LISTED_MAX = 3;

function valueText(name: string, value: unknown): string {
  if (name === 'cause') return JSON.stringify(describeCause(value)) ?? '';
  if (Array.isArray(value)) return value.length > LISTED_MAX ? `${value.length} of them` : value.map(String).join(', ');
  return clip(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), TEXT_MAX);
}
