/** Stacked bars on a canvas. Screen readers get the label, and the table has the same numbers. */
import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js';
import { useEffect, useRef } from 'react';
import type { Layout, Words } from './series.ts';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

type BarChartProps = { readonly layout: Layout; readonly words: Words; readonly label: string };

export default function BarChart({ layout, words, label }: BarChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current!;
    let chart = draw(element, layout, words);
    const redraw = () => {
      chart.destroy();
      chart = draw(element, layout, words);
    };
    const stopWatching = watchTheme(redraw);
    return () => {
      stopWatching();
      chart.destroy();
    };
  }, [layout, words]);
  return (
    <div className="chart">
      <canvas ref={canvas} role="img" aria-label={label} />
    </div>
  );
}

function draw(element: HTMLCanvasElement, layout: Layout, words: Words): Chart {
  const colourOf = colourReader(element);
  const [text, line, surface, strong] = ['--text-2', '--line', '--surface', '--text'].map(colourOf);
  return new Chart(element, {
    type: 'bar',
    data: {
      labels: layout.starts.map(words.time),
      datasets: layout.columns.map((column, i) => ({
        label: words.name(column),
        data: column.values.map(words.scale),
        backgroundColor: colourOf(`--chart-${i + 1}`),
        maxBarThickness: 48,
      })),
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      interaction: { mode: 'index', intersect: false },
      scales: {
        x: { stacked: true, grid: { display: false }, border: { color: line! }, ticks: tickLook(text!) },
        y: {
          stacked: true,
          beginAtZero: true,
          grid: { color: line! },
          border: { display: false },
          ticks: { ...tickLook(text!), maxTicksLimit: 6, callback: (value) => words.tick(Number(value)) },
        },
      },
      plugins: {
        tooltip: {
          backgroundColor: surface!,
          titleColor: strong!,
          bodyColor: strong!,
          footerColor: strong!,
          borderColor: line!,
          borderWidth: 1,
          padding: 10,
          filter: ({ datasetIndex, dataIndex }) => layout.columns[datasetIndex]!.values[dataIndex]! > 0n,
          callbacks: {
            title: ([item]) => (item ? words.fullTime(layout.starts[item.dataIndex]!) : ''),
            label: ({ datasetIndex, dataIndex }) => {
              const column = layout.columns[datasetIndex]!;
              return ` ${words.name(column)}: ${words.value(column.values[dataIndex]!)}`;
            },
            // One part alone is the total.
            footer: (items) =>
              items.length > 1 ? `${words.total}: ${words.value(layout.rowTotals[items[0]!.dataIndex]!)}` : '',
          },
        },
      },
    },
  });
}

const tickLook = (color: string) => ({ color, maxRotation: 0, autoSkipPadding: 12, font: { size: 12 } });

/** A canvas does not know `light-dark()`: the page itself must say what the colour is now. */
function colourReader(element: HTMLElement): (name: string) => string {
  return (name) => {
    element.style.color = `var(${name})`;
    const colour = getComputedStyle(element).color;
    element.style.color = '';
    return colour;
  };
}

function watchTheme(onChange: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', onChange);
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => {
    system.removeEventListener('change', onChange);
    observer.disconnect();
  };
}
