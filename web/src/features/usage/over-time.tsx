/** Usage over time: bars, or the same numbers as a table. */

import { useMemo } from 'react';
import { Link } from 'wouter';
import type { UsageView } from '../../../../src/features/usage/contract.ts';
import { useIsTeam } from '../../acting.ts';
import { czkOf } from '../../czk.ts';
import { type Format, useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { Card, Choice, Empty, Skeleton } from '../../ui/page.tsx';
import { BarChart } from './bar-chart.tsx';
import type { UsageChoice } from './choice.ts';
import type { Step } from './period.ts';
import { GROUPS, type Layout, layOut, type Measure, measuresOf, type Words } from './series.ts';
import { SeriesTable } from './series-table.tsx';
import { usageTexts } from './texts.ts';

type OverTimeProps = {
  readonly choice: UsageChoice;
  readonly change: (changed: Partial<UsageChoice>) => void;
  readonly view: UsageView | undefined;
};

export function OverTime(props: OverTimeProps) {
  const { choice, change, view } = props;
  const texts = useTexts(usageTexts);
  const isTeam = useIsTeam();
  const isTable = choice.view === 'table';
  const toggle = (
    <button
      type="button"
      className="button compact"
      aria-pressed={isTable}
      onClick={() => change({ view: isTable ? 'chart' : 'table' })}
    >
      {isTable ? texts.showChart : texts.showTable}
    </button>
  );
  const groups = GROUPS.filter((group) => group !== 'member' || isTeam);
  return (
    <Card title={texts.chart} actions={toggle}>
      <div className="row chart-choices">
        <Choice
          label={texts.by}
          value={choice.by}
          options={groups.map((group) => [group, texts.groups[group]] as const)}
          onChange={(by) => change({ by })}
        />
        <Choice
          label={texts.measure}
          value={choice.measure}
          options={measuresOf(choice.by).map((measure) => [measure, texts.measures[measure]] as const)}
          onChange={(measure) => change({ measure })}
        />
      </div>
      <div className="chart-place">{view ? <Drawn {...props} view={view} /> : <Skeleton lines={6} />}</div>
    </Card>
  );
}

function Drawn({ choice, view }: OverTimeProps & { readonly view: UsageView }) {
  const texts = useTexts(usageTexts);
  const { by, measure } = choice;
  const { step } = view;
  const layout = useMemo(() => layOut(view, by, measure), [view, by, measure]);
  const words = useWords(measure, step);
  if (view.total.requests === 0) return <NoUsage />;
  if (layout.columns.length === 0) return <Empty title={texts.noSpend}>{texts.noSpendLead}</Empty>;
  if (choice.view === 'table') return <SeriesTable layout={layout} words={words} step={step} />;
  const what = measure === 'czk' ? texts.spend : texts.measures[measure];
  const summary = texts.summary(what, texts.groups[by], words.value(layout.total));
  return (
    <div className="stack">
      <BarChart layout={layout} words={words} label={`${summary} ${listOf(layout, words)}`} />
      <ul className="legend">
        {layout.columns.map((column, i) => (
          <li key={column.id}>
            <span className="swatch" style={{ background: `var(--chart-${i + 1})` }} />
            <span className="legend-name">{words.name(column)}</span>
            <strong>{words.value(column.total)}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}

function NoUsage() {
  const texts = useTexts(usageTexts);
  return (
    <Empty
      title={texts.noUsage}
      action={
        <Link className="button" href="/quick-start">
          {texts.quickStart}
        </Link>
      }
    >
      {texts.noUsageLead}
    </Empty>
  );
}

function useWords(measure: Measure, step: Step): Words {
  const texts = useTexts(usageTexts);
  const format = useFormat();
  return useMemo(() => {
    const pots: Readonly<Record<string, string>> = texts.pots;
    // What belongs to no member is the organisation's.
    const nameOf = (id: string, label: string | null) => {
      if (label === null || id === 'other') return texts.others;
      return id === '' ? texts.organisation : (pots[id] ?? label);
    };
    return {
      name: ({ id, label }) => nameOf(id, label),
      value: (value) => (measure === 'czk' ? format.czk(czkOf(value)) : format.count(Number(value))),
      total: texts.total,
      tick: (value) => (measure === 'czk' ? format.czk(value.toFixed(9)) : format.short(value)),
      scale: (value) => (measure === 'czk' ? Number(value) / 1e9 : Number(value)),
      finest: measure === 'czk' ? 1e-9 : 1,
      ...timesOf(format, step),
    };
  }, [texts, format, measure, step]);
}

const timesOf = (format: Format, step: Step) =>
  step === 'hour'
    ? { time: format.hour, fullTime: (atMs: number) => `${format.day(atMs)} ${format.hour(atMs)}` }
    : { time: format.day, fullTime: format.date };

const listOf = ({ columns }: Layout, words: Words): string =>
  columns.map((column) => `${words.name(column)} ${words.value(column.total)}`).join(', ');
