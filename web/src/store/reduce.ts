import type {Event, Job, JobSummary} from '../api/schema.ts';
import type {Action, Notice, State} from './state.ts';

const NOTICES = 5;
/** So many events of a job are kept; cut in one go, so that what was made of the others is rarely made anew. */
export const MOST_EVENTS = 12_000;
const CUT_AT = 14_000;

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
    case 'earlier':
      return state.session?.session_id === action.session ? {...state, earlier: action.earlier} : state;
    case 'writing':
      return writing(state, action);
    case 'check':
      return {...state, check: action.check};
    case 'offers':
      return {...state, offers: action.offers};
    case 'conflicts':
      return {
        ...state,
        conflicts: action.conflicts,
        notices: action.conflicts.length > 0 ? state.notices : state.notices.filter((each) => !each.conflict),
      };
    case 'jobs':
      return {...state, jobs: action.jobs};
    case 'runs':
      return {...state, runs: action.runs};
    case 'comparison':
      return {...state, comparison: action.comparison};
    case 'usage':
      return {...state, usage: action.usage};
    case 'models':
      return {...state, models: action.models};
    case 'bundle':
      return {...state, bundle: action.bundle, selected: stillThere(state, action.bundle)};
    case 'buffers':
      return {...state, buffers: action.buffers};
    case 'files':
      return files(state, action.files, action.truncated);
    case 'open':
      return {
        ...state,
        open: action.file,
        ...(action.file && action.file.path === state.open?.path ? {} : {draft: null, draftHash: ''}),
      };
    case 'draft':
      return draft(state, action.text, action.hash);
    case 'select':
      return {...state, selected: action.hunk};
    case 'connection':
      return state.connection === action.connection ? state : {...state, connection: action.connection};
    case 'reached':
      return state.notices.some((each) => each.passing)
        ? {...state, notices: state.notices.filter((each) => !each.passing)}
        : state;
    case 'signedOut':
      return {...state, signedOut: action.out, connection: 'idle'};
    case 'loading':
      return {...state, loading: action.loading};
    case 'broken':
      return {...state, broken: action.why, loading: false};
    case 'composed':
      return {...state, composed: action.composed};
    case 'busy':
      return {...state, busy: action.busy};
    case 'notice':
      return notice(state, action.notice);
    case 'dismiss':
      return {...state, notices: state.notices.filter((notice) => notice.id !== action.id)};
  }
}

/** Of what was done, the latest says enough; what went wrong stays until it was read, once. */
function notice(state: State, next: Omit<Notice, 'id'>): State {
  const kept = state.notices.filter(
    (each) => (next.kind === 'error' || each.kind === 'error') && each.text !== next.text,
  );
  const id = state.noticed + 1;
  return {...state, noticed: id, notices: [...kept, {...next, id}].slice(-NOTICES)};
}

/** What is typed belongs to the buffer that it was typed into, also when another one arrives meanwhile. */
function draft(state: State, text: string | null, hash = state.draft === null ? (state.open?.hash ?? '') : state.draftHash): State {
  return text === null || text === state.open?.content ? {...state, draft: null, draftHash: ''} : {...state, draft: text, draftHash: hash};
}

/** A list that is the same stays the same object: of fifty thousand files no tree is made twice. */
function files(state: State, next: readonly string[], truncated: boolean): State {
  const same = next.length === state.files.length && next.every((path, i) => path === state.files[i]);
  return same && truncated === state.filesTruncated ? state : {...state, files: same ? state.files : next, filesTruncated: truncated};
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
    status: null,
    events: [],
    earlier: [],
    writing: null,
    check: null,
    offers: null,
    conflicts: [],
    runs: [],
    comparison: null,
    usage: null,
    bundle: next?.pending_review ?? null,
    buffers: [],
    files: [],
    filesTruncated: false,
    open: null,
    draft: null,
    draftHash: '',
    selected: null,
    // What was done there is no news here.
    notices: state.notices.filter((each) => each.kind === 'error'),
  };
}

const FRESH = {events: [], writing: null, check: null, conflicts: []};

/** From now on this is the job. */
function follow(state: State, next: Job): State {
  if (state.session !== null && next.session_id !== state.session.session_id) return state;
  if (state.job?.job_id === next.job_id) return job(state, next);
  return {...state, job: next, ...FRESH, status: next.status, notices: state.notices.filter((each) => !each.conflict)};
}

/** A snapshot of the job; one of another job, or an older one, was overtaken on its way. */
function job(state: State, next: Job): State {
  if (state.job?.job_id !== next.job_id || next.cursor < state.job.cursor) return state;
  return {...state, job: next, status: statusAfter(next, state.events)};
}

/** Merges events into those that are known: a reconnect may tell some of them again. */
function events(state: State, id: string, more: readonly Event[]): State {
  if (state.job?.job_id !== id || more.length === 0) return state;
  const last = state.events.at(-1)?.cursor ?? 0;
  if (more.every((event, i) => event.cursor > (i === 0 ? last : more[i - 1]!.cursor))) {
    return heard(state, bounded([...state.events, ...more]));
  }
  const merged = new Map<number, Event>();
  for (const event of [...state.events, ...more]) merged.set(event.cursor, event);
  const all = bounded([...merged.values()].sort((a, b) => a.cursor - b.cursor));
  return all.length === state.events.length ? state : heard(state, all);
}

function bounded(all: readonly Event[]): readonly Event[] {
  return all.length > CUT_AT ? all.slice(-MOST_EVENTS) : all;
}

function heard(state: State, all: readonly Event[]): State {
  // What was being written is there, or nobody goes on with it.
  const said = all.findLast((event) => event.type === 'assistant.message');
  const over = ['completed', 'failed', 'awaiting_review'].includes(statusAfter(state.job!, all));
  const done = over || (state.writing !== null && said !== undefined && Number(said.data['step']) >= state.writing.step);
  return {...state, events: all, writing: done ? null : state.writing, status: statusAfter(state.job!, all)};
}

/** More of an answer: from its beginning, or from where it was. */
function writing(state: State, more: {job: string; step: number; offset: number; text: string}): State {
  if (state.job?.job_id !== more.job || !isAtWork(state.status)) return state;
  const said = state.events.findLast((event) => event.type === 'assistant.message');
  if (said && Number(said.data['step']) >= more.step) return state;
  if (more.offset === 0) return {...state, writing: {step: more.step, text: more.text}};
  const known = state.writing;
  if (known?.step !== more.step || known.text.length < more.offset) return state;
  return {...state, writing: {step: more.step, text: known.text.slice(0, more.offset) + more.text}};
}

function stillThere(state: State, bundle: State['bundle']): string | null {
  const ids = bundle?.files.flatMap((file) => file.hunks.map((hunk) => hunk.hunk_id)) ?? [];
  return state.selected !== null && ids.includes(state.selected) ? state.selected : null;
}

function statusAfter(job: Job, events: readonly Event[]): Job['status'] {
  for (let i = events.length - 1; i >= 0 && events[i]!.cursor > job.cursor; i--) {
    const status = after(events[i]!.type);
    if (status) return status;
  }
  return job.status;
}

/** Where the job stands. */
export function statusOf(state: Pick<State, 'status'>): Job['status'] | null {
  return state.status;
}

function after(type: Event['type']): Job['status'] | undefined {
  switch (type) {
    case 'job.queued':
      return 'queued';
    case 'job.started':
    case 'job.resumed':
    case 'clarification.received':
    case 'approval.received':
      return 'running';
    case 'clarification.requested':
    case 'approval.requested':
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

/** Whether something would be left undone: typed and handed over to nobody, staged and not written, or not decided. */
export function hasUnsaved({draft, buffers, status, bundle}: State): boolean {
  return draft !== null || buffers.length > 0 || (status === 'awaiting_review' && (bundle?.files.length ?? 0) > 0);
}

/** Whether the folder of the session is one that the server has now; otherwise it can be read and nothing more. */
export function isServed({session, settings}: Pick<State, 'session' | 'settings'>): boolean {
  return !session || !settings || settings.roots.some((each) => each.root === session.root);
}

/** Whether there are hunks to decide about, here and now. */
export function isReviewing(state: Pick<State, 'session' | 'settings' | 'status'>): boolean {
  return state.status === 'awaiting_review' && isServed(state);
}

export function isAtWork(status: Job['status'] | null): boolean {
  return status === 'queued' || status === 'running' || status === 'waiting_for_user';
}

/** After these the job is over. */
export function isEnd(type: Event['type']): boolean {
  const status = after(type);
  return status === 'completed' || status === 'failed';
}

/** The jobs of the session that wait for another one of it, the next one first. */
export function waitingIn({session, jobs}: Pick<State, 'session' | 'jobs'>): readonly JobSummary[] {
  return jobs
    .filter((job) => job.behind !== undefined && job.session_id === session?.session_id)
    .sort((one, other) => (one.queue_position ?? 0) - (other.queue_position ?? 0));
}

/** Whether what waits in the session waits for a person: the job before it failed. */
export function heldUp(state: Pick<State, 'status' | 'job'>): boolean {
  const code = state.job?.error?.code;
  return state.status === 'failed' && code !== 'cancelled' && code !== 'superseded';
}

/** After these the snapshot of the job, and with it the review, is another. */
export function changesJob(type: Event['type']): boolean {
  return (
    after(type) !== undefined ||
    type === 'review.updated' ||
    type === 'check.started' ||
    type === 'check.finished' ||
    type.startsWith('checkpoint.rollback')
  );
}
