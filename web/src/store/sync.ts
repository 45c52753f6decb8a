import {ApiError, Unreachable, type Api} from '../api/client.ts';
import {numbered} from '../review/hunks.ts';
import {Live, type Delta} from './live.ts';
import type {Event, Job} from '../api/schema.ts';
import {recall, remember} from './place.ts';
import {changesJob} from './reduce.ts';
import type {Composed, Earlier, OpenFile} from './state.ts';
import type {Store} from './store.ts';

const MOMENT_MILLIS = 60;
const MOST_EARLIER = 10;
const FIRST_FILES = 5_000;
const MOST_FILES = 100_000;

/** What a person was about to ask for in this session when the page was left. */
export function recallComposed(session: string): Composed {
  try {
    const kept = JSON.parse(recall(`composed.${session}`) ?? '{}') as Partial<Composed>;
    return {text: kept.text ?? '', rows: kept.rows ?? []};
  } catch {
    // Somebody else's words under our name are no reason not to begin.
    return {text: '', rows: []};
  }
}

/** Keeps the store what the server has: loads, follows, fetches again, hands over what was typed. */
export class Sync {
  private readonly store: Store;
  private readonly api: Api;
  private live: Live | undefined;
  private refreshing: Promise<void> | undefined;
  private stale = false;
  private attempts = 0;
  /** Whether the session is here with everything that belongs to it: a network may break in the middle of a load. */
  private whole = true;
  private heard: {job: string; events: Event[]; deltas: Delta[]} | undefined;

  constructor(store: Store, api: Api) {
    this.store = store;
    this.api = api;
  }

  /** Carries something out; what the server refuses becomes a notice. False when it failed. */
  async attempt(what: () => Promise<void>): Promise<boolean> {
    this.store.dispatch({type: 'busy', busy: ++this.attempts > 0});
    try {
      await what();
      return true;
    } catch (failed) {
      this.tell(failed);
      return false;
    } finally {
      this.store.dispatch({type: 'busy', busy: --this.attempts > 0});
    }
  }

  tell(failed: unknown): void {
    if (failed instanceof ApiError && failed.status === 401) {
      this.live?.close();
      this.store.dispatch({type: 'signedOut', out: true});
      return;
    }
    const text = failed instanceof Error ? failed.message : String(failed);
    const suggestions = failed instanceof ApiError ? advice(failed) : [];
    const passing = failed instanceof Unreachable;
    this.store.dispatch({type: 'notice', notice: {kind: 'error', text: sentence(text), suggestions, passing}});
  }

  async sessions(): Promise<void> {
    const {sessions} = await this.api.call('listSessions', {query: {limit: 200}});
    this.store.dispatch({type: 'reached'});
    this.store.dispatch({type: 'sessions', sessions});
  }

  async load(id: string): Promise<void> {
    const before = this.store.get().session?.session_id;
    this.whole = false;
    if (before !== id) this.store.dispatch({type: 'loading', loading: true});
    try {
      const session = await this.api.call('getSession', {session_id: id});
      this.store.dispatch({type: 'session', session});
      // What was typed before there was any session belongs to the first one.
      const {text, rows} = this.store.get().composed;
      const typed = before === undefined && (text !== '' || rows.length > 0);
      if (before !== id && !typed) this.store.dispatch({type: 'composed', composed: recallComposed(id)});
      remember('session', id);
      history.replaceState(null, '', `#${id}`);
      if (session.last_job_id) await this.follow(session.last_job_id);
      await Promise.all([this.refresh(), this.list(), this.usage(), this.offers(), this.runs(), this.earlier()]);
      this.whole = true;
    } catch (failed) {
      // What the server refuses it refuses again.
      this.whole = failed instanceof ApiError;
      throw failed;
    } finally {
      this.store.dispatch({type: 'loading', loading: false});
    }
  }

  /** Whether nothing of the session is missing. */
  isWhole(): boolean {
    return this.whole;
  }

  /** Opens the stream anew and asks what happened meanwhile. */
  async wake(): Promise<void> {
    const id = this.store.get().session?.session_id;
    if (id && !this.whole) {
      await this.load(id);
      return;
    }
    this.live?.reconnect();
    await this.refresh();
  }

  async list(): Promise<void> {
    const id = this.store.get().session?.session_id;
    if (!id) return;
    // A few thousand are there at once; what is longer comes in a second look, and in one where it is known to be long.
    const known = this.store.get().files.length;
    if (known <= FIRST_FILES && !(await this.listed(id, FIRST_FILES))) return;
    await this.listed(id, MOST_FILES);
  }

  /** Whether there are more. */
  private async listed(id: string, limit: number): Promise<boolean> {
    const {files, truncated = false} = await this.api.call('listFiles', {session_id: id, query: {limit}});
    if (this.store.get().session?.session_id !== id) return false;
    this.store.dispatch({type: 'files', files, truncated});
    return truncated;
  }

  async models(): Promise<void> {
    this.store.dispatch({type: 'models', models: await this.api.call('listModels', {})});
  }

  private async follow(job: string): Promise<void> {
    this.live?.close();
    const snapshot = await this.api.call('getJob', {job_id: job});
    this.store.dispatch({type: 'follow', job: snapshot});
    const live = new Live(this.api, job, this.store.get().events.at(-1)?.cursor ?? 0, {
      events: (events) => {
        if (this.live === live) this.hear(job, events, []);
      },
      writing: (delta) => {
        if (this.live === live) this.hear(job, [], [delta]);
      },
      connection: (connection) => {
        if (this.live === live) this.store.dispatch({type: 'connection', connection});
      },
      ended: () => {
        if (this.live !== live) return;
        this.store.dispatch({type: 'connection', connection: 'idle'});
        void this.attempt(() => this.refresh());
      },
      refused: (error) => this.tell(error),
    });
    this.live = live;
    void live.follow();
  }

  /** Many events in a moment are one change of the page. */
  private hear(job: string, events: readonly Event[], deltas: readonly Delta[]): void {
    if (this.heard?.job === job) {
      this.heard.events.push(...events);
      this.heard.deltas.push(...deltas);
      return;
    }
    const heard = {job, events: [...events], deltas: [...deltas]};
    this.heard = heard;
    setTimeout(() => {
      if (this.heard === heard) this.heard = undefined;
      this.store.dispatch({type: 'events', job, events: heard.events});
      for (const delta of joined(heard.deltas)) this.store.dispatch({type: 'writing', job, ...delta});
      const types = new Set(heard.events.map((event) => event.type));
      if ([...types].some(changesJob)) void this.attempt(() => this.refresh());
      if (types.has('diff.generated') || types.has('apply.completed')) void this.attempt(() => this.list());
      if (types.has('assistant.message')) void this.attempt(() => this.usage());
    }, MOMENT_MILLIS);
  }

  /** Gets what the server has now; whoever asks meanwhile gets what comes after it. */
  refresh(): Promise<void> {
    if (this.refreshing) {
      this.stale = true;
      return this.refreshing;
    }
    this.refreshing = this.getAll().finally(() => (this.refreshing = undefined));
    return this.refreshing;
  }

  private async getAll(): Promise<void> {
    do {
      this.stale = false;
      const {session, job} = this.store.get();
      if (!session) return;
      const id = session.session_id;
      const [snapshot, bundle, {buffers}] = await Promise.all([
        job ? this.api.call('getJob', {job_id: job.job_id}) : undefined,
        job ? this.api.call('getDiff', {job_id: job.job_id}) : null,
        this.api.call('listBuffers', {session_id: id}),
      ]);
      const now = this.store.get();
      if (now.session?.session_id !== id || now.job?.job_id !== job?.job_id) {
        // Another session or job meanwhile: this is none of its news.
        this.stale = true;
        continue;
      }
      if (snapshot) this.store.dispatch({type: 'job', job: snapshot});
      await this.checked(snapshot);
      this.store.dispatch({type: 'bundle', bundle: bundle && bundle.files.length > 0 ? bundle : null});
      this.store.dispatch({type: 'buffers', buffers});
      await this.reopen();
    } while (this.stale);
  }

  /** What happened in the jobs before: who answered, allowed, ended what. The conversation alone does not tell. */
  private async earlier(): Promise<void> {
    const {session, job, earlier: known} = this.store.get();
    if (!session || !job) return;
    const {jobs} = await this.api.call('listJobs', {query: {session_id: session.session_id}});
    jobs.sort((one, other) => one.created_at.localeCompare(other.created_at));
    const at = jobs.findIndex((each) => each.job_id === job.job_id);
    const before = jobs.slice(Math.max(0, at - MOST_EARLIER), Math.max(0, at));
    const found: Earlier[] = [];
    for (const {job_id, instruction} of before.toReversed()) {
      const heard = known.find((each) => each.job_id === job_id);
      if (heard) found.unshift(heard);
      else {
        const page = await this.api.call('pollEvents', {job_id, query: {cursor: 0, wait_ms: 0}});
        // Of one whose events are not all kept, what was said is the better half.
        if ((page.missed ?? 0) > 0 || page.events.length === 0) break;
        found.unshift({job_id, instruction, events: page.events.filter((event) => event.type !== 'check.output')});
      }
    }
    const same = found.length === known.length && found.every((each, i) => each === known[i]);
    if (!same) this.store.dispatch({type: 'earlier', session: session.session_id, earlier: found});
  }

  /** The check of the job with its output, where there is one that is not known. */
  private async checked(job: Job | undefined): Promise<void> {
    const known = this.store.get().check;
    if (!job?.check) {
      if (known) this.store.dispatch({type: 'check', check: null});
      return;
    }
    if (known?.check_id === job.check.check_id && known.status === job.check.status && known.status !== 'running') return;
    const {check} = await this.api.call('getCheck', {job_id: job.job_id});
    if (this.store.get().job?.job_id === job.job_id) this.store.dispatch({type: 'check', check});
  }

  async usage(): Promise<void> {
    const id = this.store.get().session?.session_id;
    if (!id) return;
    const usage = await this.api.call('getUsage', {session_id: id});
    if (this.store.get().session?.session_id === id) this.store.dispatch({type: 'usage', usage});
  }

  async offers(): Promise<void> {
    const id = this.store.get().session?.session_id;
    if (!id) return;
    const {last_command, recipes} = await this.api.call('listChecks', {session_id: id});
    if (this.store.get().session?.session_id === id) {
      this.store.dispatch({type: 'offers', offers: {last: last_command, recipes}});
    }
  }

  async runs(): Promise<void> {
    const id = this.store.get().session?.session_id;
    if (!id) return;
    const {checkpoints} = await this.api.call('listCheckpoints', {session_id: id});
    if (this.store.get().session?.session_id === id) this.store.dispatch({type: 'runs', runs: checkpoints});
  }

  async jobs(): Promise<void> {
    const {jobs} = await this.api.call('listJobs', {query: {status: 'queued,running,waiting_for_user'}});
    const {jobs: known} = this.store.get();
    if (jobs.length > 0 || known.length > 0) this.store.dispatch({type: 'jobs', jobs});
  }

  /** What a refused write would have written over, both sides of it. */
  async conflicts(): Promise<void> {
    const {job} = this.store.get();
    if (!job) return;
    const {conflicts} = await this.api.call('getConflicts', {job_id: job.job_id});
    if (this.store.get().job?.job_id === job.job_id) this.store.dispatch({type: 'conflicts', conflicts});
  }

  /** The open file, again: its buffer may be another. With none open, the first that changed. */
  private async reopen(): Promise<void> {
    const {open, bundle, selected} = this.store.get();
    if (!open) {
      const first = bundle?.files[0];
      if (first) await this.show(first.target_path ?? first.file_path);
    } else {
      const file = await this.read(open.path);
      if (this.store.get().open?.path === open.path) this.store.dispatch({type: 'open', file});
    }
    if (selected === null) this.selectIn(this.store.get().open?.path);
  }

  private selectIn(path: string | undefined): void {
    const hunks = numbered(this.store.get().bundle);
    const here = hunks.filter((each) => each.file.file_path === path || each.file.target_path === path);
    const first = here.find((each) => each.decision === 'pending') ?? here[0];
    if (first) this.store.dispatch({type: 'select', hunk: first.hunk.hunk_id});
  }

  private async read(path: string): Promise<OpenFile> {
    const id = this.store.get().session!.session_id;
    const query = {file_path: path};
    const [base, buffer] = await Promise.allSettled([
      this.api.call('readBase', {session_id: id, query}),
      this.api.call('readBuffer', {session_id: id, query}),
    ]);
    const file: OpenFile = {path, base: null, content: null, hash: '', problem: ''};
    if (base.status === 'fulfilled') file.base = base.value.content;
    if (buffer.status === 'fulfilled') {
      file.content = buffer.value.content;
      file.hash = buffer.value.file_hash;
    } else if (buffer.reason instanceof ApiError && buffer.reason.status !== 401) {
      file.problem = sentence(buffer.reason.message);
    } else {
      throw buffer.reason;
    }
    return file;
  }

  async show(path: string, line?: number): Promise<void> {
    const file = await this.read(path);
    this.store.dispatch({type: 'open', file: line === undefined ? file : {...file, line}});
    this.store.dispatch({type: 'select', hunk: null});
    this.selectIn(path);
  }

  /** What was typed becomes hunks of the person, in the working buffer. */
  async flush(): Promise<void> {
    const {session, open, draft} = this.store.get();
    if (!session || !open || draft === null) return;
    const body = {file_path: open.path, content: draft, base_hash: open.hash};
    try {
      const buffer = await this.api.call('writeBuffer', {session_id: session.session_id, body});
      const now = this.store.get();
      if (now.open?.path === open.path) {
        this.store.dispatch({type: 'open', file: {...now.open, content: buffer.content, hash: buffer.file_hash}});
        // What was typed meanwhile is still to be handed over.
        if (now.draft === draft) this.store.dispatch({type: 'draft', text: null});
      }
    } catch (failed) {
      if (!(failed instanceof ApiError) || failed.problem.code !== 'stale_buffer') throw failed;
      await this.refresh();
      throw new Error(
        `${open.path} was changed by someone else meanwhile. What you typed is still here: Save puts it over that, Discard drops it`,
      );
    }
    await this.refresh();
  }

  done(text: string): void {
    this.store.dispatch({type: 'notice', notice: {kind: 'done', text, suggestions: []}});
  }
}

/** Pieces of one answer that follow each other, as one piece. */
function joined(deltas: readonly Delta[]): Delta[] {
  const all: Delta[] = [];
  for (const delta of deltas) {
    const last = all.at(-1);
    if (last && last.step === delta.step && delta.offset === last.offset + last.text.length) {
      all[all.length - 1] = {...last, text: last.text + delta.text};
    } else all.push(delta);
  }
  return all;
}

const ADVICE: Readonly<Record<string, string>> = {
  conflict: 'Nothing was written. Run again makes the edits anew.',
  review_unknown: 'The hunks have changed meanwhile; the page shows them as they are now.',
  review_pending: 'Decide about the hunks and apply them first; Reject all and Apply drops them.',
  not_awaiting_review: 'The review is over; the page shows where the job stands.',
};

/** Methods, headers and names of fields: what a program is told. */
const FOR_PROGRAMS = /\b(GET|POST|PUT|PATCH|DELETE|Authorization|Content-Type|Retry-After)\b|The Allow header|\b[a-z]+_[a-z_]+\b/;

/** What to do about it, in terms of the page: calls of the API are for programs. */
function advice(failed: ApiError): readonly string[] {
  const said = ADVICE[failed.problem.code];
  return said ? [said] : failed.problem.suggestions.filter((each) => !FOR_PROGRAMS.test(each));
}

/** A message as a sentence; a name at its beginning stays as it is. */
function sentence(text: string): string {
  const begun = /^[a-z]+[ ,]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
