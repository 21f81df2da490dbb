/** Reads what `bun test` prints while it runs, which tests failed and in which files, and says which may be tried again. */
import { stripVTControlCharacters } from 'node:util';

const HEADING = /^(\S+\.test\.tsx?):$/;
const FAILURE = /^\(fail\) (.*?)(?: \[[\d.]+m?s\])?$/;
const LIST_AT_THE_END = /^\d+ tests? failed:$/;
/** More than this is no accident of a busy machine. */
const FILES_TRIED_AGAIN_MAX = 10;

export function readFailures() {
  const failures = [];
  let file = '';
  let rest = '';
  let isOver = false;

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

/** None where a failure has no name, or a run did not come to its end: what is tried again would hide that. */
export function filesToTryAgain(runs) {
  const isEveryFailureKnown = runs.every(
    ({ failed, failures, hasProblem }) => !hasProblem && failures.length === failed,
  );
  const files = new Set(runs.flatMap(({ failures }) => failures.map(({ file }) => file)));
  return isEveryFailureKnown && files.size <= FILES_TRIED_AGAIN_MAX ? [...files] : [];
}
