import type {Event, Job} from '../api/schema.ts';
import type {Action, Notice, State} from './state.ts';

const NOTICES = 5;

/** The next state. Pure: whatever order events come in, and however often, the state is the same. */
export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'settings':
      return {...state, settings: action.settings};
    case 'sessions':
      return {...state, sessions: action.sessions};
    case 'session':
      return session(state, action.session);
    case 'follow':
      return follow(state, action.job);
    case 'job':
      return job(state, action.job);
    case 'events':
      return events(state, action.job, action.events);
    case 'bundle':
      return {...state, bundle: action.bundle, selected: stillThere(state, action.bundle)};
    case 'buffers':
      return {...state, buffers: action.buffers};
    case 'files':
      return {...state, files: action.files, filesTruncated: action.truncated};
    case 'open':
      return {
        ...state,
        open: action.file,
        draft: action.file && action.file.path === state.open?.path ? state.draft : null,
      };
    case 'draft':
      return {...state, draft: action.text === state.open?.content ? null : action.text};
    case 'select':
      return {...state, selected: action.hunk};
    case 'connection':
      return state.connection === action.connection ? state : {...state, connection: action.connection};
    case 'signedOut':
      return {...state, signedOut: true, connection: 'idle'};
    case 'busy':
      return {...state, busy: action.busy};
    case 'notice':
      return {...state, notices: [...state.notices, numbered(state, action.notice)].slice(-NOTICES)};
    case 'dismiss':
      return {...state, notices: state.notices.filter((notice) => notice.id !== action.id)};
  }
}

function numbered(state: State, notice: Omit<Notice, 'id'>): Notice {
  return {...notice, id: (state.notices.at(-1)?.id ?? 0) + 1};
}

/** Another session has another job, other files and another review. */
function session(state: State, next: State['session']): State {
  if (next !== null && next.session_id === state.session?.session_id) {
    return {...state, session: next};
  }
  return {
    ...state,
    session: next,
    job: null,
    events: [],
    bundle: next?.pending_review ?? null,
    buffers: [],
    files: [],
    open: null,
    draft: null,
    selected: null,
  };
}

/** From now on this is the job. */
function follow(state: State, next: Job): State {
  if (state.session !== null && next.session_id !== state.session.session_id) return state;
  return state.job?.job_id === next.job_id ? job(state, next) : {...state, job: next, events: []};
}

/** A snapshot of the job; one of another job, or an older one, was overtaken on its way. */
function job(state: State, next: Job): State {
  if (state.job?.job_id !== next.job_id || next.cursor < state.job.cursor) return state;
  return {...state, job: next};
}

/** Merges events into those that are known: a reconnect may tell some of them again. */
function events(state: State, id: string, more: readonly Event[]): State {
  if (state.job?.job_id !== id || more.length === 0) return state;
  const last = state.events.at(-1)?.cursor ?? 0;
  if (more.every((event, i) => event.cursor > (i === 0 ? last : more[i - 1]!.cursor))) {
    return {...state, events: [...state.events, ...more]};
  }
  const merged = new Map<number, Event>();
  for (const event of [...state.events, ...more]) merged.set(event.cursor, event);
  const all = [...merged.values()].sort((a, b) => a.cursor - b.cursor);
  return all.length === state.events.length ? state : {...state, events: all};
}

function stillThere(state: State, bundle: State['bundle']): string | null {
  const ids = bundle?.files.flatMap((file) => file.hunks.map((hunk) => hunk.hunk_id)) ?? [];
  return state.selected !== null && ids.includes(state.selected) ? state.selected : null;
}

/** Where the job stands: its snapshot, and what happened after it. */
export function statusOf(state: Pick<State, 'job' | 'events'>): Job['status'] | null {
  if (!state.job) return null;
  let status = state.job.status;
  for (const event of state.events) {
    if (event.cursor > state.job.cursor) status = after(event.type) ?? status;
  }
  return status;
}

function after(type: Event['type']): Job['status'] | undefined {
  switch (type) {
    case 'job.queued':
      return 'queued';
    case 'job.started':
    case 'job.resumed':
    case 'clarification.received':
      return 'running';
    case 'clarification.requested':
      return 'waiting_for_user';
    case 'diff.generated':
      return 'awaiting_review';
    case 'apply.completed':
    case 'job.completed':
      return 'completed';
    case 'job.failed':
      return 'failed';
    default:
      return undefined;
  }
}

export function isAtWork(status: Job['status'] | null): boolean {
  return status === 'queued' || status === 'running' || status === 'waiting_for_user';
}

/** After these the snapshot of the job, and with it the review, is another. */
export function changesJob(type: Event['type']): boolean {
  return (
    after(type) !== undefined || type === 'review.updated' || type.startsWith('checkpoint.rollback')
  );
}
