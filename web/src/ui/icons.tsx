import type {ReactElement} from 'react';

const PATHS = {
  accept: 'M3 8.5l3.2 3.2L13 4.8',
  reject: 'M4 4l8 8M12 4l-8 8',
  undo: 'M6 3.5L2.8 6.7 6 10M3 6.7h6.2a3.6 3.6 0 0 1 0 7.2H7',
  redo: 'M10 3.5l3.2 3.2L10 10M13 6.7H6.8a3.6 3.6 0 0 0 0 7.2H9',
  chevron: 'M6 4l4 4-4 4',
  down: 'M4 6l4 4 4-4',
  folder: 'M1.8 4.2h4.4l1.4 1.6h6.6v7H1.8z',
  file: 'M4 1.8h5l3 3v9.4H4zM9 1.8v3h3',
  search: 'M7 11.2a4.2 4.2 0 1 0 0-8.4 4.2 4.2 0 0 0 0 8.4zM10.2 10.2l3.6 3.6',
  plus: 'M8 3v10M3 8h10',
  pin: 'M6 2.2h4l-.6 4.4 2.4 2.4H4.2l2.4-2.4zM8 9v5',
  play: 'M4.5 2.8v10.4L13 8z',
  stop: 'M4 4h8v8H4z',
  save: 'M2.5 2.5h8.6l2.4 2.4v8.6h-11zM5 2.5v3.6h5V2.5M4.8 13.5V9h6.4v4.5',
  edit: 'M10.6 2.6l2.8 2.8-7.6 7.6-3.4.6.6-3.4zM9.2 4l2.8 2.8',
  columns: 'M2 2.5h12v11H2zM8 2.5v11',
  rows: 'M2 2.5h12v11H2zM2 8h12',
  sun: 'M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM8 1v1.6M8 13.4V15M1 8h1.6M13.4 8H15M3 3l1.1 1.1M11.9 11.9L13 13M3 13l1.1-1.1M11.9 4.1L13 3',
  moon: 'M13.2 9.6A5.6 5.6 0 0 1 6.4 2.8a5.6 5.6 0 1 0 6.8 6.8z',
  auto: 'M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12',
  out: 'M6.5 2.5h-4v11h4M10 5l3 3-3 3M13 8H6',
  keys: 'M1.5 4h13v8h-13zM4 6.6h.01M6.6 6.6h.01M9.3 6.6h.01M12 6.6h.01M5 9.6h6',
  archive: 'M1.8 2.8h12.4v3H1.8zM2.8 5.8v7.4h10.4V5.8M6.4 8.6h3.2',
  history: 'M2.4 8a5.6 5.6 0 1 1 1.8 4.1M2.2 5v3.2h3.2M8 5v3.4l2.2 1.4',
  split: 'M2 8h12M8 2v3.6M8 10.4V14M6.2 4L8 5.8 9.8 4M6.2 12L8 10.2 9.8 12',
  next: 'M4 6l4 4 4-4',
  previous: 'M4 10l4-4 4 4',
  move: 'M2 8h11M9.5 4.5L13 8l-3.5 3.5',
  trash: 'M3 4.4h10M6 4.4V2.6h4v1.8M4.4 4.4l.6 9h6l.6-9',
  binary: 'M4 1.8h8v12.4H4zM6.4 5h.01M9.6 5h.01M6.4 8h3.2M6.4 11h.01M9.6 11h.01',
  warn: 'M8 2.2l6.2 11.2H1.8zM8 6.4v3.2M8 11.6h.01',
  check: 'M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4zM5.2 8.2l2 2 3.6-4',
  terminal: 'M1.8 2.8h12.4v10.4H1.8zM4.4 6l2 2-2 2M8 10.2h3.4',
  chat: 'M2 2.8h12v8.4H7.4L4 14v-2.8H2z',
  again: 'M13.4 8a5.4 5.4 0 1 1-1.6-3.9M13.6 1.8v3h-3',
} as const;

export type IconName = keyof typeof PATHS;

/** A picture of 16 by 16 in the colour of the text; what it means is said beside it. */
export function Icon({name}: {name: IconName}): ReactElement {
  return (
    <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The sign of the house: a tenon in its mortise. */
export function Sign(): ReactElement {
  return (
    <svg className="sign" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
      <path className="sign-wood" d="M1 3h7v4h4v6H8v4H1z" />
      <path className="sign-joint" d="M10 3h9v14h-9v-2h4V5h-4z" />
    </svg>
  );
}
