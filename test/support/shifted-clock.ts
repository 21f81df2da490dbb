/**
 * Loaded before a program (`BUN_OPTIONS=--preload=…`), this moves the clock that it reads by `TEST_CLOCK_SHIFT_MS`: the
 * program itself knows nothing of it. Timers and the clock for deadlines go on as they are, as after a clock was set. With
 * `TEST_CLOCK_FILE` the test moves it while the program runs, by what it writes there.
 */
import { readFileSync } from 'node:fs';

const file = process.env.TEST_CLOCK_FILE;
const fixedMs = Number(process.env.TEST_CLOCK_SHIFT_MS ?? 0);
const shiftMs = (): number => (file ? Number(readFileSync(file, 'utf8')) : fixedMs);
const RealDate = Date;

class ShiftedDate extends RealDate {
  constructor(...values: [] | ConstructorParameters<typeof Date>) {
    if (values.length === 0) super(ShiftedDate.now());
    else super(...(values as ConstructorParameters<typeof Date>));
  }

  static override now(): number {
    return RealDate.now() + shiftMs();
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
