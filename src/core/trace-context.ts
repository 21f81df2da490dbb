/** The headers `traceparent` and `tracestate` of W3C Trace Context. What is not exactly as written there is not taken. */
export type TraceContext = {
  /** 32 digits, hexadecimal. */
  readonly traceId: string;
  /** The caller's span: 16 digits, hexadecimal. */
  readonly spanId: string;
  readonly isSampled: boolean;
  /** Notes of others on the way; passed on as they came. */
  readonly state?: string;
};

const LENGTH = 55;
const STATE_LENGTH_MAX = 512;
const STATE_MEMBERS_MAX = 32;
const STATE_KEY_LENGTH_MAX = 256;
const HEX = '0123456789abcdef';
const KEY_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789_-*/@';

export function readTraceContext(headers: { get(name: string): string | null }): TraceContext | undefined {
  const text = headers.get('traceparent');
  if (text === null || !isTraceParent(text)) return undefined;
  const state = headers.get('tracestate');
  return {
    traceId: text.slice(3, 35),
    spanId: text.slice(36, 52),
    isSampled: (Number.parseInt(text.slice(53, 55), 16) & 1) === 1,
    ...(state !== null && isTraceState(state) && { state }),
  };
}

export const traceParentOf = ({ traceId, spanId, isSampled }: Omit<TraceContext, 'state'>): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;

/** A later version may be longer, but begins in the same way. */
function isTraceParent(text: string): boolean {
  if (text.length < LENGTH || text[2] !== '-' || text[35] !== '-' || text[52] !== '-') return false;
  const version = text.slice(0, 2);
  if (!isHex(version) || version === 'ff') return false;
  if (version === '00' ? text.length !== LENGTH : text.length > LENGTH && text[LENGTH] !== '-') return false;
  return isId(text.slice(3, 35)) && isId(text.slice(36, 52)) && isHex(text.slice(53, 55));
}

const isId = (text: string): boolean => isHex(text) && [...text].some((digit) => digit !== '0');
const isHex = (text: string): boolean => [...text].every((digit) => HEX.includes(digit));

function isTraceState(text: string): boolean {
  if (text === '' || text.length > STATE_LENGTH_MAX) return false;
  const members = text.split(',').map((member) => member.trim());
  return members.length <= STATE_MEMBERS_MAX && members.every((member) => member === '' || isMember(member));
}

function isMember(member: string): boolean {
  const at = member.indexOf('=');
  if (at < 1 || at > STATE_KEY_LENGTH_MAX || at === member.length - 1) return false;
  const isKey = [...member.slice(0, at)].every((character) => KEY_CHARACTERS.includes(character));
  return (
    isKey && [...member.slice(at + 1)].every((character) => character >= ' ' && character <= '~' && character !== '=')
  );
}
