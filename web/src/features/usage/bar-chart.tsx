/** Stacked bars. Screen readers get the label, and the table has the same numbers. */
import { type CSSProperties, useState } from 'react';
import { type Layout, ticksUpTo, type Words } from './series.ts';

type BarChartProps = { readonly layout: Layout; readonly words: Words; readonly label: string };

/** More names of times than these do not fit beside each other; a phone leaves every other one out. */
const TIMES_MAX = 8;

const percent = (part: number): string => `${part * 100}%`;

export function BarChart({ layout, words, label }: BarChartProps) {
  const [row, setRow] = useState<number>();
  const { starts, columns, rowTotals } = layout;
  const ticks = ticksUpTo(Math.max(...rowTotals.map(words.scale)), words.finest);
  const top = ticks.at(-1)!;
  const centreOf = (at: number) => percent((at + 0.5) / starts.length);
  const every = Math.ceil(starts.length / TIMES_MAX);
  return (
    <div
      className="chart"
      role="img"
      aria-label={label}
      // A finger that is lifted leaves, too, and wants to read.
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setRow(undefined)}
    >
      <div className="chart-ticks">
        {ticks.map((tick) => (
          <span key={tick}>{words.tick(tick)}</span>
        ))}
      </div>
      <div className="chart-bars">
        <div className="chart-lines">
          {ticks.map((tick) => (
            <span key={tick} />
          ))}
        </div>
        {starts.map((atMs, at) => (
          <div key={atMs} className="chart-row" onPointerEnter={() => setRow(at)}>
            <div className="chart-bar">
              {columns.map((column, i) => {
                const height = percent(words.scale(column.values[at]!) / top);
                return <span key={column.id} style={{ height, background: `var(--chart-${i + 1})` }} />;
              })}
            </div>
          </div>
        ))}
        {row !== undefined && row < starts.length && (
          <Pointed layout={layout} words={words} row={row} centre={centreOf(row)} />
        )}
      </div>
      <div className="chart-times">
        {starts.map(
          (atMs, at) =>
            at % every === 0 && (
              <span key={atMs} style={{ left: centreOf(at) }}>
                {words.time(atMs)}
              </span>
            ),
        )}
      </div>
    </div>
  );
}

type PointedProps = Omit<BarChartProps, 'label'> & { readonly row: number; readonly centre: string };

/** What the pointer is at, on the side with more room. */
function Pointed({ layout: { starts, columns, rowTotals }, words, row, centre }: PointedProps) {
  const parts = columns.map((column, i) => ({ column, i })).filter(({ column }) => column.values[row]! > 0n);
  const side = row < starts.length / 2 ? 'after' : 'before';
  return (
    <div className={`chart-pointed ${side}`} style={{ '--centre': centre } as CSSProperties}>
      <strong>{words.fullTime(starts[row]!)}</strong>
      {parts.map(({ column, i }) => (
        <span key={column.id}>
          <span className="swatch" style={{ background: `var(--chart-${i + 1})` }} />
          <span className="legend-name">{words.name(column)}</span>
          <span>{words.value(column.values[row]!)}</span>
        </span>
      ))}
      {/* One part alone is the total. */}
      {parts.length !== 1 && (
        <span>
          <span className="legend-name">{words.total}</span>
          <strong>{words.value(rowTotals[row]!)}</strong>
        </span>
      )}
    </div>
  );
}
