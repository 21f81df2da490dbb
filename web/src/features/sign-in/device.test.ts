import { describe, expect, test } from 'bun:test';
import { deviceOf } from './device.ts';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0';

describe('a device in words', () => {
  test.each([
    ['Chrome · Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`],
    ['Edge · Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/148.0.0.0`],
    ['Chrome · Android', `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`],
    ['Samsung Internet · Android', `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} SamsungBrowser/29.0 Safari/537.36`],
    ['Firefox · Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'],
    [
      'Safari · iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    ],
    [
      'Safari · macOS',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    ],
    ['Chrome · ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`],
  ])('%s', (device, userAgent) => {
    expect(deviceOf(userAgent)).toBe(device);
  });

  test.each([undefined, null, '', 'curl/8.0', 'SafariChrome'])('nothing is guessed of %j', (userAgent) => {
    expect(deviceOf(userAgent)).toBeUndefined();
  });
});
