/**
 * How many requests may be asked a second time: a fifth of them, and a small reserve for quiet hours. Without this an
 * outage would double the load on what is still there.
 */
export class RetryBudget {
  #parts = RESERVE * PARTS_PER_RETRY;

  /** A request has come. */
  earn(): void {
    this.#parts = Math.min(RESERVE * PARTS_PER_RETRY, this.#parts + 1);
  }

  /** Takes one retry out of the budget, if there is one. */
  spend(): boolean {
    if (this.#parts < PARTS_PER_RETRY) return false;
    this.#parts -= PARTS_PER_RETRY;
    return true;
  }
}

/** Five requests earn one retry. */
const PARTS_PER_RETRY = 5;
const RESERVE = 10;
