/**
 * Texts that break careless programs, of every kind of the well-known list of naughty strings: markup, script, templates,
 * SQL, formulas, paths, characters that turn, join, hide or do not fit. Those that could run set `window.pwned`.
 */
import { isThorough } from './thorough.ts';

const ONE_OF_EACH_KIND: readonly string[] = [
  'undefined',
  '[object Object]',
  '1,000.50 Kč',
  '<script>window.pwned = 1</script>',
  '"><img src=x onerror="window.pwned = 1">',
  '\u0024{window.pwned=1} {{constructor.constructor("window.pwned=1")()}} <%= 7*7 %>',
  "'; DROP TABLE users; -- ' OR '1'='1",
  '=HYPERLINK("http://example.com","x")',
  'constructor',
  '\u202eobrácený text\u202c konec',
  '👩‍👩‍👧‍👦 🇨🇿 ✋🏿 𝕋𝕙𝕖',
  'slovobezmezery'.repeat(7),
];

const MORE: readonly string[] = [
  'null',
  'NaN',
  '-1e309',
  '0x10',
  "'-window.pwned=1-'",
  '<svg/onload=window.pwned=1>',
  '</title></textarea></script><b>bold</b>',
  'javascript:window.pwned=1',
  '&lt;b&gt; &amp; &#x27; &nbsp;',
  '%s %d %n %00 %2e%2e%2f',
  '../../etc/passwd',
  '__proto__',
  'Žluťoučký kůň úpěl ďábelské ódy',
  '田中さんにあげて下さい',
  'الاختبار نص من اليمين',
  'Z̮̞̠͙͔ͅḀ̗̞͈̻̗Ḷ͙͎̯̹̞͓G̻O̭̗̮',
  'a\u200bb\ufeffc\u2028d\u0007e',
  'ÅÅ ﬁ Ⅷ ß ı İ',
];

export const NAUGHTY_TEXTS: readonly string[] = isThorough ? [...ONE_OF_EACH_KIND, ...MORE] : ONE_OF_EACH_KIND;
