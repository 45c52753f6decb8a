import type {
  Applied,
  Check,
  Checkpoint,
  FileConflict,
  ContextRow,
  Diff3,
  DirtyBuffer,
  DiffBundle,
  Event,
  Job,
  JobSummary,
  Operations,
  Recipe,
  Run,
  Session,
  SessionWithChat,
  Settings,
} from '../api/schema.ts';

/** How the page hears of what happens: not at all, live, or not at the moment. */
export type Connection = 'idle' | 'live' | 'polling' | 'reconnecting' | 'away';

/** A file in the editor. */
export interface OpenFile {
  path: string;
  /** What is on the disk; null for no file, or none that is text. */
  base: string | null;
  /** The working buffer; null when it is to be deleted, or is no text. */
  content: string | null;
  hash: string;
  /** Why there is nothing to show; empty when there is. */
  problem: string;
  /** The line to begin with, where someone asked for one. */
  line?: number;
}

/** Something that a person has to be told. */
export interface Notice {
  id: number;
  kind: 'error' | 'done';
  text: string;
  suggestions: readonly string[];
  /** Goes by itself when the server answers again. */
  passing?: boolean;
  /** Asks for something to be done: it stays until somebody has read it. */
  stays?: boolean;
  /** Tells of a conflict, and goes with it. */
  conflict?: boolean;
}

/** What a person is about to ask for. */
export interface Composed {
  text: string;
  rows: readonly ContextRow[];
}

/** An answer that is being written. */
export interface Draft {
  step: number;
  text: string;
}

/** A job before the latest one, with what happened in it. */
export interface Earlier {
  job_id: string;
  instruction: string;
  events: readonly Event[];
}

/** What can be run as a check. */
export interface Offers {
  last: string | null;
  recipes: readonly Recipe[];
}

/** A run that is looked at: what it changed, and one of its files three times. */
export interface Comparison {
  checkpoint: Checkpoint;
  path: string;
  texts: Diff3;
}

export interface State {
  settings: Settings | null;
  /** The first look at the server, or at another session, is on its way. */
  loading: boolean;
  /** Why the page could not begin; empty when it could. */
  broken: string;
  sessions: readonly Session[];
  session: SessionWithChat | null;
  job: Job | null;
  /** Where the job stands: its snapshot, and what happened after it. */
  status: Job['status'] | null;
  /** The latest events of the job, in order, each once. */
  events: readonly Event[];
  /** The jobs of the session before it, as far back as they are known without a gap. */
  earlier: readonly Earlier[];
  /** The answer that is being written, as far as it is known. */
  writing: Draft | null;
  /** The latest check of the job, with the end of its output. */
  check: Check | null;
  offers: Offers | null;
  /** What a write would have written over. */
  conflicts: readonly FileConflict[];
  /** The jobs of the server that are not over. */
  jobs: readonly JobSummary[];
  runs: readonly Run[];
  comparison: Comparison | null;
  usage: Operations['getUsage']['answer'] | null;
  /** The models that a session can have. */
  models: Operations['listModels']['answer'] | null;
  /** What is staged in the session. */
  bundle: DiffBundle | null;
  buffers: readonly DirtyBuffer[];
  files: readonly string[];
  filesTruncated: boolean;
  open: OpenFile | null;
  /** What the person typed and nobody has got yet; null when the editor shows the buffer. */
  draft: string | null;
  /** Of the buffer that the person began to type in: when that is another by now, somebody else changed it. */
  draftHash: string;
  selected: string | null;
  connection: Connection;
  signedOut: boolean;
  busy: boolean;
  composed: Composed;
  notices: readonly Notice[];
  /** How many notices there were: none has the number of another. */
  noticed: number;
}

export const EMPTY: State = {
  settings: null,
  loading: true,
  broken: '',
  sessions: [],
  session: null,
  job: null,
  status: null,
  events: [],
  earlier: [],
  writing: null,
  check: null,
  offers: null,
  conflicts: [],
  jobs: [],
  runs: [],
  comparison: null,
  usage: null,
  models: null,
  bundle: null,
  buffers: [],
  files: [],
  filesTruncated: false,
  open: null,
  draft: null,
  draftHash: '',
  selected: null,
  connection: 'idle',
  signedOut: false,
  busy: false,
  composed: {text: '', rows: []},
  notices: [],
  noticed: 0,
};

export type Action =
  | {type: 'settings'; settings: Settings}
  | {type: 'sessions'; sessions: readonly Session[]}
  | {type: 'session'; session: SessionWithChat | null}
  | {type: 'follow'; job: Job}
  | {type: 'job'; job: Job}
  | {type: 'events'; job: string; events: readonly Event[]}
  | {type: 'earlier'; session: string; earlier: readonly Earlier[]}
  | {type: 'writing'; job: string; step: number; offset: number; text: string}
  | {type: 'check'; check: Check | null}
  | {type: 'offers'; offers: Offers}
  | {type: 'conflicts'; conflicts: readonly FileConflict[]}
  | {type: 'jobs'; jobs: readonly JobSummary[]}
  | {type: 'runs'; runs: readonly Run[]}
  | {type: 'comparison'; comparison: Comparison | null}
  | {type: 'usage'; usage: Operations['getUsage']['answer']}
  | {type: 'models'; models: Operations['listModels']['answer']}
  | {type: 'bundle'; bundle: DiffBundle | null}
  | {type: 'buffers'; buffers: readonly DirtyBuffer[]}
  | {type: 'files'; files: readonly string[]; truncated: boolean}
  | {type: 'open'; file: OpenFile | null}
  | {type: 'draft'; text: string | null; hash?: string}
  | {type: 'select'; hunk: string | null}
  | {type: 'connection'; connection: Connection}
  | {type: 'reached'}
  | {type: 'signedOut'; out: boolean}
  | {type: 'loading'; loading: boolean}
  | {type: 'broken'; why: string}
  | {type: 'composed'; composed: Composed}
  | {type: 'busy'; busy: boolean}
  | {type: 'notice'; notice: Omit<Notice, 'id'>}
  | {type: 'dismiss'; id: number};

/** What an applied review says to a person. */
export function appliedText(applied: Applied): string {
  const hunks = applied.applied_files.reduce((sum, file) => sum + file.applied_hunks, 0);
  const files = applied.applied_files.filter((file) => file.applied_hunks > 0).length;
  if (hunks === 0) return 'Nothing was written.';
  return `Wrote ${hunks} ${hunks === 1 ? 'hunk' : 'hunks'} in ${files} ${files === 1 ? 'file' : 'files'}.`;
}
