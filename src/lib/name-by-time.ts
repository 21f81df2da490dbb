/** A name with a time in UTC that sorts by it: `boreal-20261118T200000Z`. */
export const nameByTime = (prefix: string, ms: number): string =>
  `${prefix}-${new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;

/** The same to the millisecond. */
export const nameByMoment = (prefix: string, ms: number): string =>
  `${prefix}-${new Date(ms).toISOString().replaceAll(/[-:.]/g, '')}`;
