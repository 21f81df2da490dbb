/** Counters, histograms and gauges, and the text in which Prometheus reads them (text format 0.0.4). */
export type Labels = Readonly<Record<string, string>>;
/** A value read when somebody asks, with the labels that tell it from others of its name. */
export type Reading = readonly [labels: Labels, value: number];

export type Counter = {
  add(labels: Labels, amount?: number): void;
  /** For labels that come again and again: they are written once. It is shown, as 0, from now on. */
  series(labels: Labels): Series;
};
export type Series = { add(amount: number): void };
export type Histogram = { observe(labels: Labels, value: number): void };

export type Registry = {
  counter(name: string, help: string): Counter;
  /** `bounds`: the upper edges of the buckets, ascending; the last one is always infinity. */
  histogram(name: string, help: string, bounds: readonly number[]): Histogram;
  gauge(name: string, help: string, read: () => Promise<readonly Reading[]> | readonly Reading[]): void;
  /** A gauge that cannot be read is left out; the others are still there. */
  text(): Promise<string>;
};

type Family = { readonly head: string; readonly lines: () => Promise<readonly string[]> | readonly string[] };

export function createRegistry(): Registry {
  const families: Family[] = [];
  const add = (name: string, help: string, type: string, lines: Family['lines']) =>
    families.push({ head: `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}`, lines });

  return {
    counter(name, help) {
      const totals = new Map<string, { total: number }>();
      add(name, help, 'counter', () => [...totals].map(([labels, { total }]) => `${name}${labels} ${total}`));
      const of = (labels: Labels) => {
        const key = labelText(labels);
        const known = totals.get(key) ?? { total: 0 };
        totals.set(key, known);
        return known;
      };
      return {
        add: (labels, amount = 1) => {
          of(labels).total += amount;
        },
        series: (labels) => {
          const known = of(labels);
          return {
            add: (amount) => {
              known.total += amount;
            },
          };
        },
      };
    },

    histogram(name, help, bounds) {
      const series = new Map<string, Buckets>();
      add(name, help, 'histogram', () => [...series.values()].flatMap((one) => bucketLines(name, one, bounds)));
      return {
        observe: (labels, value) => {
          const key = labelText(labels);
          let one = series.get(key);
          if (!one) {
            one = { labels, counts: new Array(bounds.length + 1).fill(0), sum: 0 };
            series.set(key, one);
          }
          const at = bounds.findIndex((bound) => value <= bound);
          one.counts[at < 0 ? bounds.length : at]! += 1;
          one.sum += value;
        },
      };
    },

    gauge(name, help, read) {
      add(name, help, 'gauge', async () =>
        (await read()).map(([labels, value]) => `${name}${labelText(labels)} ${value}`),
      );
    },

    async text() {
      const blocks = await Promise.allSettled(
        families.map(async ({ head, lines }) => [head, ...(await lines())].join('\n')),
      );
      return `${blocks.flatMap((block) => (block.status === 'fulfilled' ? [block.value] : [])).join('\n')}\n`;
    },
  };
}

type Buckets = { readonly labels: Labels; readonly counts: number[]; sum: number };

/** Each bucket also counts everything below it. */
function bucketLines(name: string, { labels, counts, sum }: Buckets, bounds: readonly number[]): string[] {
  let below = 0;
  const lines = counts.map((count, i) => {
    below += count;
    const le = i < bounds.length ? String(bounds[i]) : '+Inf';
    return `${name}_bucket${labelText({ ...labels, le })} ${below}`;
  });
  return [...lines, `${name}_sum${labelText(labels)} ${sum}`, `${name}_count${labelText(labels)} ${below}`];
}

function labelText(labels: Labels): string {
  let pairs = '';
  for (const name in labels) pairs += `${pairs && ','}${name}="${escapeValue(labels[name]!)}"`;
  return pairs && `{${pairs}}`;
}

const escapeValue = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
const escapeHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
