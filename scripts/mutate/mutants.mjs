/** The small changes of a source file that are tried, one at a time. */

/** Each pattern, wherever it is in code or SQL, becomes each of its replacements. */
const EDITS = [
  [/ \+ /g, [' - ']],
  [/ - /g, [' + ']],
  [/ \* (?!FROM)/g, [' / ']],
  [/ \/ /g, [' * ']],
  [/ % /g, [' * ']],
  [/ < /g, [' <= ', ' > ']],
  [/ <= /g, [' < ']],
  [/ > /g, [' >= ', ' < ']],
  [/ >= /g, [' > ']],
  [/ === /g, [' !== ']],
  [/ !== /g, [' === ']],
  [/ && /g, [' || ']],
  [/ \|\| /g, [' && ']],
  // Two of them in one expression cannot be mixed with others.
  [/(?<! \?\? .*) \?\? (?!.* \?\? )/g, [' && ']],
  [/\+= /g, ['-= ']],
  [/-= /g, ['+= ']],
  [/\b0n\b/g, ['1n']],
  // Not where it is a type.
  [/(?<!\| -?)\b1n\b(?! \|)/g, ['0n', '2n']],
  [/\bMath\.min\b/g, ['Math.max']],
  [/\bMath\.max\b/g, ['Math.min']],
  [/\bMath\.floor\b/g, ['Math.ceil']],
  [/(?<=[\s(])!(?=[a-z#(])/g, ['']],
  [/ \? ([^:?\n]+) : ((?:[^;\n(){},]|\([^;\n()]*\))+);/g, [' ? $2 : $1;']],
];

/** Where two are equal, it does not matter which one is taken; and what is sorted differs. */
const SAME_WHEN_EQUAL = [
  /([\w.]+) [<>] ([\w.]+) \? (?:\1 : \2|\2 : \1)\b/,
  / ([\w.]+) [<>] ([\w.]+)\) \2 = \1;/,
  / [<>] [^?]+ \? -1 : 1\b/,
];

/** In the order of the file. */
export function mutantsOf(source) {
  const code = blankOutComments(source);
  const mutants = [];
  for (const [pattern, replacements] of EDITS) {
    for (const match of code.matchAll(pattern)) {
      for (const replacement of replacements) {
        const { index: at } = match;
        const written = replacement.replace(/\$(\d)/g, (_, group) => match[Number(group)]);
        const mutated = source.slice(0, at) + written + source.slice(at + match[0].length);
        const number = source.slice(0, at).split('\n').length;
        const before = lineOf(source, number);
        const isOfEquals = written === `${match[0].trimEnd()}= ` && SAME_WHEN_EQUAL.some((same) => same.test(before));
        if (!isOfEquals) mutants.push({ at, mutated, number, before, after: lineOf(mutated, number) });
      }
    }
  }
  return mutants.sort((one, other) => one.at - other.at);
}

const lineOf = (text, number) => text.split('\n')[number - 1].trim();

/** Comments, imports and types do not run; they keep their length so that places stay right. */
function blankOutComments(source) {
  const blank = (text) => text.replaceAll(/[^\n]/g, ' ');
  return source
    .replaceAll(/\/\*[\s\S]*?\*\//g, blank)
    .replaceAll(/\/\/.*$/gm, blank)
    .replaceAll(/^import [\s\S]*?;$/gm, blank)
    .replaceAll(/^(?:export )?type [\s\S]*?;\n(?=\n|$|\/|export|const|type|function|async|class)/gm, blank)
    .replaceAll(/^export interface [\s\S]*?^\}$/gm, blank);
}
