/** The findings of a soak, as a page of the documentation. */
import type { SoakReport, SoakRow } from './soak.ts';

export const SOAK_HEAD = [
  '| Time | Requests | Memory | Descriptors | Open holds | Engine connections | Storage |',
  '| --: | --: | --: | --: | --: | --: | --: |',
].join('\n');

export function soakLine(row: SoakRow): string {
  const minutes = `${Math.floor(row.seconds / 60)}:${String(row.seconds % 60).padStart(2, '0')}`;
  const cells = [
    minutes,
    row.requests.toLocaleString('en'),
    mib(row.memoryBytes),
    row.descriptors,
    row.openHolds,
    row.engineConnections,
    mib(row.databaseBytes),
  ];
  return `| ${cells.join(' | ')} |`;
}

export function soakPage(report: SoakReport, command: string): string {
  const { baselineBytes, endBytes } = report;
  const growth = ((endBytes / baselineBytes - 1) * 100).toFixed(1);
  return `# Soak

One real server process under mixed load, with clients that leave, engines that fail and requests that make no sense. The
last row is after the load, when idle connections had been closed. This command writes the page:

\`\`\`sh
${command}
\`\`\`

${SOAK_HEAD}
${report.rows.map(soakLine).join('\n')}

- Memory: ${mib(baselineBytes)} when it had settled, ${mib(endBytes)} at the end of the load (${growth} %).
- Descriptors: ${report.descriptorsBefore} before the load, ${report.descriptorsAfter} after it.
- Connections to the engine after it: ${report.engineConnectionsAfter}. Open holds after it: ${report.openHoldsAfter}.
- \`boreal audit\`: ${report.audit.split('\n')[0]}

| What clients did | Times |
| --- | --: |
${Object.entries(report.requests)
  .sort(([a], [b]) => a.localeCompare(b))
  .map(([name, count]) => `| ${name} | ${count.toLocaleString('en')} |`)
  .join('\n')}
`;
}

const mib = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;
