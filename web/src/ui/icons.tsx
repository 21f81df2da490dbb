/** Line icons of one weight. They are beside a text and say nothing by themselves. */
const PATHS = {
  key: 'M14 10a4 4 0 1 0-3.2 3.9L12 15h2v2h2v2h3v-3l-5.2-5.2c.1-.3.2-.5.2-.8Z M10 9h.01',
  chart: 'M4 20V10 M10 20V4 M16 20v-7 M21 20H3',
  card: 'M3 6h18v12H3z M3 10h18 M7 15h4',
  play: 'M4 5h16v11H9l-5 4z M8 9h8 M8 12h5',
  rocket: 'M5 15l-2 6 6-2 M9 15l-3-3c2-6 6-9 14-9 0 8-3 12-9 14z M14.5 8.5h.01',
  gauge: 'M4 18a8 8 0 1 1 16 0 M12 18l4-6 M4 18h16',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z M2.5 20c.8-4 3.2-6 6.5-6s5.7 2 6.5 6 M15.5 4.3a3.5 3.5 0 0 1 0 6.4 M17.5 14.3c2.2.8 3.5 2.7 4 5.7',
  cube: 'M12 3l8 4.5v9L12 21l-8-4.5v-9z M4 7.5l8 4.5 8-4.5 M12 12v9',
  gear: 'M4 7h10 M18 7h2 M4 17h2 M10 17h10 M16 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z M8 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  more: 'M5 12h.01 M12 12h.01 M19 12h.01',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8z M4 21c1-5 4-7 8-7s7 2 8 7',
} as const;

export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg
    width="20"
    height="20"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={PATHS[name]} />
  </svg>
);
