import type { Format } from '../../format.ts';

/** As disks are sold: a gigabyte is a thousand million bytes. */
export const gigabytes = (bytes: number, format: Pick<Format, 'count'>): string =>
  `${format.count(bytes >= 10e9 ? Math.round(bytes / 1e9) : Math.round(bytes / 1e8) / 10)} GB`;
