/** The figures of the period as pictures, beside those of the period before, and the hours at which the service is asked. */
import type { CourseStep, CourseView } from '../../../../src/features/overview/contract.ts';
import { useApi } from '../../api.ts';
import { type Format, useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { CardTable, type Column } from '../../ui/card-table.tsx';
import { Card, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Trend, type TrendPoint } from '../../ui/trend.tsx';
import { operatorOverviewTexts } from './texts.ts';

type CourseProps = { readonly period: 'today' | '7d' | '30d'; readonly refreshMs: number };

export function Course({ period, refreshMs }: CourseProps) {
  const texts = useTexts(operatorOverviewTexts);
  const { data, error, mutate } = useApi(
    'GET /api/operator/overview/course',
    { query: { period } },
    { refreshInterval: refreshMs, keepPreviousData: true },
  );
  return (
    <Card title={texts.course}>
      <Problem error={error} retry={() => void mutate()} />
      {!data && !error && <Skeleton lines={8} />}
      {data && <Trends of={data} />}
      {data && data.step === 'day' && <ByHour requests={data.byHour} />}
      {data && <AsTable of={data} />}
    </Card>
  );
}

type Measure = {
  readonly name: 'paidCzk' | 'spentCzk' | 'marginCzk' | 'requests' | 'errors' | 'firstTokenP50Ms';
  readonly colour: number;
  /** A time of all is none of its parts added up. */
  readonly sums: boolean;
  readonly write: (value: number, format: Format) => string;
};

const czk = (value: number, format: Format) => format.czk(value.toFixed(2));
const count = (value: number, format: Format) => format.count(value);

const MEASURES: readonly Measure[] = [
  { name: 'paidCzk', colour: 1, sums: true, write: czk },
  { name: 'spentCzk', colour: 2, sums: true, write: czk },
  { name: 'marginCzk', colour: 5, sums: true, write: czk },
  { name: 'requests', colour: 4, sums: true, write: count },
  { name: 'errors', colour: 6, sums: true, write: count },
  { name: 'firstTokenP50Ms', colour: 3, sums: false, write: (value, format) => format.duration(value) },
];

const amountIn = (step: CourseStep | undefined, { name }: Measure): number | null => {
  const value = step?.[name];
  return value === null || value === undefined ? null : Number(value);
};

/** All of it, or the middle of the times; null where there is nothing. */
function wholeOf(steps: readonly CourseStep[], measure: Measure): number | null {
  const values = steps.map((step) => amountIn(step, measure)).filter((value) => value !== null);
  if (values.length === 0) return null;
  if (measure.sums) return values.reduce((sum, value) => sum + value, 0);
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function Trends({ of: { now, before, step } }: { readonly of: CourseView }) {
  const texts = useTexts(operatorOverviewTexts);
  const format = useFormat();
  const nameOf = step === 'hour' ? format.hour : format.day;
  const shown = MEASURES.filter((measure) => measure.name !== 'marginCzk' || wholeOf(now, measure) !== null);
  return (
    <div className="trends">
      {shown.map((measure) => {
        const written = (value: number | null) => (value === null ? '–' : measure.write(value, format));
        const points = now.map((one, i): TrendPoint => {
          return { name: nameOf(one.fromMs), now: amountIn(one, measure), before: amountIn(before[i], measure) };
        });
        const title = texts.measures[measure.name];
        const lead = written(wholeOf(now, measure));
        const note = texts.before(written(wholeOf(before, measure)));
        return (
          <Trend
            key={measure.name}
            title={title}
            lead={lead}
            note={note}
            label={`${title}: ${lead}, ${note}`}
            points={points}
            pointWords={(point) => `${point.name}: ${written(point.now)}, ${texts.before(written(point.before))}`}
            colour={measure.colour}
          />
        );
      })}
    </div>
  );
}

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** Weekdays down, hours of the day across: the darker, the more. */
function ByHour({ requests }: { readonly requests: CourseView['byHour'] }) {
  const texts = useTexts(operatorOverviewTexts);
  const format = useFormat();
  const all = requests.flatMap((hours, weekday) => hours.map((many, hour) => ({ weekday, hour, many })));
  const most = all.reduce((a, b) => (b.many > a.many ? b : a));
  if (most.many === 0) return null;
  const words = ({ weekday, hour, many }: typeof most) =>
    texts.askedAt(texts.weekdays[WEEKDAYS[weekday]!], `${hour}:00`, format.count(many));
  return (
    <figure className="by-hour">
      <figcaption className="small muted">{texts.byHour}</figcaption>
      <svg viewBox="0 0 268 78" role="img" aria-label={`${texts.byHour}. ${texts.most} ${words(most)}`}>
        {WEEKDAYS.map((weekday, at) => (
          <text key={weekday} x="0" y={at * 10 + 7}>
            {texts.weekdays[weekday]}
          </text>
        ))}
        {all.map((one) => (
          <rect
            key={`${one.weekday} ${one.hour}`}
            x={one.hour * 10 + 28}
            y={one.weekday * 10}
            width="9"
            height="9"
            rx="1.5"
            fillOpacity={one.many === 0 ? 0.06 : 0.15 + (0.85 * one.many) / most.many}
          >
            <title>{words(one)}</title>
          </rect>
        ))}
        {[0, 6, 12, 18].map((hour) => (
          <text key={hour} x={hour * 10 + 28} y="77">
            {hour}:00
          </text>
        ))}
      </svg>
    </figure>
  );
}

function AsTable({ of: { now, step } }: { readonly of: CourseView }) {
  const texts = useTexts(operatorOverviewTexts);
  const format = useFormat();
  const nameOf = step === 'hour' ? format.hour : format.day;
  const columns: readonly Column<CourseStep>[] = [
    { label: texts.time, kind: 'name', cell: ({ fromMs }) => nameOf(fromMs) },
    ...MEASURES.map((measure): Column<CourseStep> => {
      const cell = (one: CourseStep) => {
        const value = amountIn(one, measure);
        return value === null ? '–' : measure.write(value, format);
      };
      return { label: texts.measures[measure.name], kind: 'number', cell };
    }),
  ];
  return (
    <details>
      <summary>{texts.asTable}</summary>
      <CardTable columns={columns} rows={now} keyOf={({ fromMs }) => String(fromMs)} />
    </details>
  );
}
