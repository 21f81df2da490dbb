/** A small picture of how a figure went: bars of the period, and a dashed line of the one before it. */

export type TrendPoint = {
  readonly name: string;
  /** Null where there is nothing to show, such as the time of answers that no one asked for. */
  readonly now: number | null;
  readonly before: number | null;
};

type TrendProps = {
  readonly title: string;
  /** All of it in words, for those who do not see the picture. */
  readonly label: string;
  readonly lead: string;
  readonly note: string;
  readonly points: readonly TrendPoint[];
  readonly pointWords: (point: TrendPoint) => string;
  /** The number of its colour among those of charts. */
  readonly colour: number;
};

const HEIGHT = 100;
const STEP = 10;
const BAR = 7;

export function Trend({ title, label, lead, note, points, pointWords, colour }: TrendProps) {
  const values = points.flatMap(({ now, before }) => [now ?? 0, before ?? 0]);
  const bottom = Math.min(0, ...values);
  // Where there is nothing at all, nothing is at the bottom.
  const top = Math.max(0, ...values) || (bottom < 0 ? 0 : 1);
  const yOf = (value: number) => ((top - value) / (top - bottom)) * HEIGHT;
  const zero = yOf(0);
  return (
    <figure className="trend">
      <figcaption>
        <span className="small muted">{title}</span>
        <strong>{lead}</strong>
        <span className="small muted">{note}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${points.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
        className={`trend-${colour}`}
      >
        {points.map((point, at) => (
          <g key={point.name}>
            <title>{pointWords(point)}</title>
            <rect className="trend-column" x={at * STEP} y={0} width={STEP} height={HEIGHT} />
            {point.now !== null && (
              <rect
                className="trend-bar"
                x={at * STEP + (STEP - BAR) / 2}
                y={Math.min(yOf(point.now), zero)}
                width={BAR}
                height={Math.abs(yOf(point.now) - zero)}
              />
            )}
          </g>
        ))}
        <path className="trend-before" d={pathOf(points, yOf)} />
        <line className="trend-zero" x1={0} x2={points.length * STEP} y1={zero} y2={zero} />
      </svg>
      <span className="trend-ends small muted" aria-hidden="true">
        <span>{points.at(0)?.name}</span>
        <span>{points.at(-1)?.name}</span>
      </span>
    </figure>
  );
}

/** A line through the points that there are; a gap where there is none. */
function pathOf(points: readonly TrendPoint[], yOf: (value: number) => number): string {
  const moves = points.map(({ before }, at) => {
    if (before === null) return '';
    const isFirst = at === 0 || points[at - 1]!.before === null;
    return `${isFirst ? 'M' : 'L'}${at * STEP + STEP / 2} ${yOf(before)}`;
  });
  return moves.join('');
}
