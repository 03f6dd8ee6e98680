/** Outlines on a 24 × 24 grid in the text's color; always shown with a word or a label. */
const paths = {
  home: "M4 11.5 12 5l8 6.5V20h-5.5v-5h-5v5H4z",
  issues: "M12 4 2.8 19.5h18.4zM12 10v4.5M12 17.2v.1",
  errors: "M8.2 3.5h7.6l4.7 4.7v7.6l-4.7 4.7H8.2l-4.7-4.7V8.2zM9.5 9.5l5 5M14.5 9.5l-5 5",
  checks: "M4 6.5l2 2 3.5-4M4 16.5l2 2 3.5-4M13 7.5h7M13 17.5h7",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M13 4.5v5h4v-5zM7 14.5v5h4v-5z",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20 20",
  edit: "M4 20l1-4.5L16.5 4l3.5 3.5L8.5 19zM14 6.5 17.5 10",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  close: "M6 6l12 12M18 6 6 18",
  plus: "M12 5v14M5 12h14",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  trash: "M5 7h14M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10.5 11v5.5M13.5 11v5.5",
  check: "M5 12.5l4.5 4.5L19 7",
  clock: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2",
  columns: "M4 5h16v14H4zM9.5 5v14M14.5 5v14",
  download: "M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14",
  filter: "M4 5h16l-6.2 7.5V19l-3.6-2v-4.500z",
  play: "M8 5.5v13l10-6.500z",
  stop: "M7 7h10v10H7z",
  sessions: "M4 5h12v9H9l-4 3v-3H4zM18 9h2v9h-1v3l-4-3h-4",
  charts: "M4 20V4M4 20h16M8 16v-5M12 16V8M16 16v-8",
  scenarios: "M9 3.5h6M10 3.5v6L5 18.5c-.5 1 .2 2 1.300 2h11.400c1.100 0 1.800-1 1.300-2L14 9.500v-6M7.500 15h9",
  rows: "M4 5.5h16M4 10h16M4 14.5h16M4 19h16",
  bell: "M6 16.500V11a6 6 0 0 1 12 0v5.500l1.500 1.500h-15zM10 20.500h4",
  runs: "M4 12a8 8 0 1 0 2.500-5.800M4 4v4h4M10 9v6l5-3z",
  model: "M12 3.500 20 8v8l-8 4.500L4 16V8zM4 8l8 4.500L20 8M12 12.500v8",
  menu: "M4 7h16M4 12h16M4 17h16",
  fold: "M4 5h16v14H4zM9.500 5v14M16 9.500 13.500 12l2.500 2.500",
  pin: "M9 4h6l-1 6 3.500 3v2h-11v-2L10 10zM12 15v5.500",
  left: "M14.5 6 9 12l5.5 6",
  right: "M9.5 6 15 12l-5.5 6",
} as const;

export type IconName = keyof typeof paths;

export const Icon = ({ name }: { name: IconName }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
);
