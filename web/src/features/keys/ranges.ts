/** Addresses and ranges as people type them, one a line. The server has the last word; this is for a quick hint. */
export function rangesOf(text: string): string[] {
  return text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

export function isRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  if (more.length > 0) return false;
  const isV6 = address.includes(':');
  if (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= (isV6 ? 128 : 32))) return false;
  return isV6 ? isV6Address(address) : isV4Address(address);
}

const isV4Address = (text: string): boolean =>
  /^(?:(?:0|[1-9]\d{0,2})(?:\.(?!$)|$)){4}$/.test(text) && text.split('.').every((part) => Number(part) <= 255);

/** Browsers know what an IPv6 address is, and so does every other place with URLs. */
const isV6Address = (text: string): boolean => /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]/`);
