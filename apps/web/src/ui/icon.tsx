/** Shapes of Tabler Icons 3.51 (MIT), 24 by 24, drawn with a line of 1.75. */
const shapes = {
  'message-square': 'M4 21v-13a3 3 0 0 1 3 -3h10a3 3 0 0 1 3 3v6a3 3 0 0 1 -3 3h-9l-4 4 M8 9h8 M8 13h6',
  bot: 'M4 4h6v6h-6z M14 4h6v6h-6z M4 14h6v6h-6z M14 17h6m-3 -3v6',
  database: 'M4 6a8 3 0 1 0 16 0a8 3 0 1 0 -16 0 M4 6v6a8 3 0 0 0 16 0v-6 M4 12v6a8 3 0 0 0 16 0v-6',
  'chart-column': 'M3 13h4v8h-4z M10 8h4v13h-4z M17 3h4v18h-4z',
  flask: 'M6 3h12v2l-4 5v9a2 2 0 0 1 -4 0v-9l-4 -5z',
  brain: 'M12 3a6 6 0 0 1 4 10.5a4 4 0 0 0 -1 2.5v1h-6v-1a4 4 0 0 0 -1 -2.5a6 6 0 0 1 4 -10.5 M9.5 20h5',
  folder: 'M5 4h4l3 3h7a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-11a2 2 0 0 1 2 -2',
  file: 'M14 3v4a1 1 0 0 0 1 1h4 M17 21h-10a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h7l5 5v11a2 2 0 0 1 -2 2z',
  notebook: 'M5 3h14v18h-14z M9 7h6 M9 11h6 M9 15h4',
  'list-checks':
    'M3.5 5.5l1.5 1.5l2.5 -2.5 M3.5 11.5l1.5 1.5l2.5 -2.5 M3.5 17.5l1.5 1.5l2.5 -2.5 M11 6h9 M11 12h9 M11 18h9',
  wrench: 'M7 10h3v-3l-3.5 -3.5a6 6 0 0 1 8 8l6 6a2 2 0 0 1 -3 3l-6 -6a6 6 0 0 1 -8 -8l3.5 3.5',
  route: 'M6 4a2 2 0 1 0 0.01 0 M18 16a2 2 0 1 0 0.01 0 M6 8v5a3 3 0 0 0 3 3h7 M14 13l3 3l-3 3',
  code: 'M7 8l-4 4l4 4 M17 8l4 4l-4 4 M14 4l-4 16',
  shield: 'M12 3l8 4v5c0 5 -3.5 8 -8 9c-4.5 -1 -8 -4 -8 -9v-5z',
  settings: 'M4 8h10 M18 8h2 M14 6v4 M4 16h2 M10 16h10 M10 14v4',
  menu: 'M4 6h16 M4 12h16 M4 18h16',
  search: 'M10 4a6 6 0 1 0 0.01 0 M14.5 14.5l5.5 5.5',
  alert: 'M12 4l9 16h-18z M12 10v4 M12 17v0.01',
  mail: 'M3 6h18v12h-18z M3 7l9 6l9 -6',
  book: 'M4 5a8 8 0 0 1 8 1.5a8 8 0 0 1 8 -1.5v13a8 8 0 0 0 -8 1.5a8 8 0 0 0 -8 -1.5z M12 6.5v13',
  bell: 'M10 5a2 2 0 0 1 4 0a7 7 0 0 1 4 6v3l2 3h-16l2 -3v-3a7 7 0 0 1 4 -6 M9 17v1a3 3 0 0 0 6 0v-1',
  plus: 'M12 5v14 M5 12h14',
  close: 'M6 6l12 12 M18 6l-12 12',
  check: 'M5 12l5 5l10 -10',
  more: 'M5 12v0.01 M12 12v0.01 M19 12v0.01',
  copy: 'M8 8h11v11h-11z M16 8v-3h-11v11h3',
  download: 'M4 17v3h16v-3 M12 4v11 M7 11l5 5l5 -5',
  upload: 'M4 17v3h16v-3 M12 16v-11 M7 9l5 -5l5 5',
  pencil: 'M4 20h4l11 -11l-4 -4l-11 11z M13 7l4 4',
  trash: 'M4 7h16 M10 11v6 M14 11v6 M5 7l1 13h12l1 -13 M9 7v-3h6v3',
  refresh: 'M20 11a8 8 0 0 0 -15 -3 M4 4v4h4 M4 13a8 8 0 0 0 15 3 M20 20v-4h-4',
  stop: 'M6 6h12v12h-12z',
  send: 'M12 19v-14 M6 11l6 -6l6 6',
  paperclip: 'M15 7l-6.5 6.5a1.5 1.5 0 0 0 3 3l6.5 -6.5a3 3 0 0 0 -6 -6l-6.5 6.5a4.5 4.5 0 0 0 9 9l6.5 -6.5',
  left: 'M15 6l-6 6l6 6',
  right: 'M9 6l6 6l-6 6',
  down: 'M6 9l6 6l6 -6',
  up: 'M6 15l6 -6l6 6',
  play: 'M7 5v14l12 -7z',
  key: 'M8 12a4 4 0 1 0 0.01 0 M11 13l8 -8 M16 8l3 3 M13.5 10.5l2 2',
  puzzle: 'M4 8h4a2 2 0 1 1 4 0h4v4a2 2 0 1 1 0 4v4h-12z',
  ruler: 'M3 9h18v6h-18z M7 9v3 M11 9v2 M15 9v3 M19 9v2',
  levels: 'M4 20v-4h4v4z M10 20v-9h4v9z M16 20v-14h4v14z',
  groups: 'M8 4a3 3 0 1 0 0.01 0 M16 4a3 3 0 1 0 0.01 0 M12 13a3 3 0 1 0 0.01 0',
  chevron: 'M8 9l4 -4l4 4 M16 15l-4 4l-4 -4',
} as const

export type IconName = keyof typeof shapes

/** The icon that a manifest names; a puzzle piece where it names none of ours. */
export function iconNamed(name: string | null): IconName {
  return name !== null && Object.hasOwn(shapes, name) ? (name as IconName) : 'puzzle'
}

/** Decoration: what it means is said in words beside it. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={shapes[name]} />
    </svg>
  )
}
