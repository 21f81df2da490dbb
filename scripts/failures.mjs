/** Reads what `bun test` prints while it runs: which tests failed, and in which files. */
import { stripVTControlCharacters } from 'node:util';

const HEADING = /^(\S+\.test\.tsx?):$/;
const FAILURE = /^\(fail\) (.*?)(?: \[[\d.]+m?s\])?$/;
const LIST_AT_THE_END = /^\d+ tests? failed:$/;

export function readFailures() {
  const failures = [];
  let [file, rest, isOver] = ['', '', false];

  const readLine = (line) => {
    isOver ||= LIST_AT_THE_END.test(line);
    file = HEADING.exec(line)?.[1] ?? file;
    const name = isOver ? undefined : FAILURE.exec(line)?.[1];
    if (name !== undefined) failures.push({ file, name });
  };

  return {
    failures,
    write: (text) => {
      const lines = stripVTControlCharacters(rest + text).split(/\r?\n/);
      rest = lines.pop();
      for (const line of lines) readLine(line);
    },
  };
}
