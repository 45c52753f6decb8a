import {ApiError, Unreachable, type Api} from '../api/client.ts';
import {Live, type Delta} from './live.ts';
import type {Event, Job, JobSummary, Session} from '../api/schema.ts';
import {Contested, OpenBuffer} from './openBuffer.ts';
import {recall, remember} from './place.ts';
import {changesJob, heldUp, isAtWork, isEnd, isServed, waitingIn} from './reduce.ts';
import {advice, sentence} from './refusals.ts';
import type {Composed, Earlier, State} from './state.ts';
import type {Store} from './store.ts';

const MOMENT_MILLIS = 60;
const MOST_EARLIER = 10;
const FIRST_FILES = 5_000;
const MOST_FILES = 100_000;
const NEXT_LOOKS = 20;
const NEXT_MILLIS = 150;
const NEXT_LONGEST_MILLIS = 1_000;

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

/** Keeps the store what the server has: loads, follows, fetches again. The open file is kept by an {@link OpenBuffer}. */
export class Sync {
  private readonly store: Store;
  private readonly api: Api;
  private readonly buffer: OpenBuffer;
  private live: Live | undefined;
  private refreshing: Promise<void> | undefined;
  private stale = false;
  private resting = false;
  private attempts = 0;
  /** Whether the session is here with everything that belongs to it: a network may break in the middle of a load. */
  private whole = true;
  private loads = 0;
  /** The session that was asked for last. */
  private wanted = '';
  private heard: {job: string; events: Event[]; deltas: Delta[]} | undefined;

  constructor(store: Store, api: Api) {
    this.store = store;
    this.api = api;
    this.buffer = new OpenBuffer(store, api, () => this.refresh());
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
    const stays = failed instanceof Contested || suggestions.length > 0;
    const conflict = failed instanceof ApiError && failed.problem.code === 'conflict';
    this.store.dispatch({type: 'notice', notice: {kind: 'error', text: sentence(text), suggestions, passing, stays, conflict}});
  }

  async sessions(): Promise<void> {
    const {sessions} = await this.api.call('listSessions', {query: {limit: 200}});
    this.store.dispatch({type: 'reached'});
    this.store.dispatch({type: 'sessions', sessions});
  }

  async load(id: string): Promise<void> {
    const before = this.store.get().session?.session_id;
    this.whole = false;
    this.loads++;
    this.wanted = id;
    if (before !== id) this.store.dispatch({type: 'loading', loading: true});
    try {
      const session = await this.api.call('getSession', {session_id: id});
      // Somebody has gone to another one meanwhile, and stays there.
      if (this.wanted !== id) return;
      this.store.dispatch({type: 'session', session});
      // What was typed before there was any session belongs to the first one.
      const {text, rows} = this.store.get().composed;
      const typed = before === undefined && (text !== '' || rows.length > 0);
      if (before !== id && !typed) this.store.dispatch({type: 'composed', composed: recallComposed(id)});
      remember('session', id);
      history.replaceState(null, '', `#${id}`);
      if (session.last_job_id) await this.follow(session.last_job_id);
      // Of one whose folder is not served there is what was said, and nothing else.
      if (isServed(this.store.get())) {
        await Promise.all([this.refresh(), this.list(), this.usage(), this.offers(), this.runs(), this.earlier()]);
        await this.conflicts();
      }
      this.whole = true;
    } catch (failed) {
      // What the server refuses it refuses again.
      this.whole = failed instanceof ApiError;
      // Who could not go there is still here.
      const here = this.store.get().session?.session_id;
      if (this.whole && this.wanted === id && here !== undefined) this.wanted = here;
      throw failed;
    } finally {
      this.loads--;
      this.store.dispatch({type: 'loading', loading: false});
    }
  }

  /** Loads the session again, unless somebody has gone to another one meanwhile, and stays there. */
  async again(id: string): Promise<void> {
    if (this.wanted === id) await this.load(id);
  }

  /** Whether a session is on its way. */
  isLoading(): boolean {
    return this.loads > 0;
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

  /** Holds no connection while nobody looks; goes on where it was as soon as somebody does. */
  rest(rests: boolean): void {
    this.resting = rests;
    this.live?.rest(rests);
  }

  /** The session, unless its folder is not served: then nothing that needs the folder is asked for. */
  private served(): string | undefined {
    const state = this.store.get();
    return isServed(state) ? state.session?.session_id : undefined;
  }

  async list(): Promise<void> {
    const id = this.served();
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
      missed: () => {
        if (this.live === live) void this.attempt(() => this.refresh());
      },
      refused: (error) => this.tell(error),
    });
    live.rest(this.resting);
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
      if (types.has('apply.conflict') || types.has('review.updated')) void this.attempt(() => this.contested(types));
      if (types.has('assistant.message')) void this.attempt(() => this.usage());
      if ([...types].some(isEnd) && waitingIn(this.store.get()).length > 0) {
        // It looks for a while, and nobody has to wait for it.
        this.next().catch((failed: unknown) => this.tell(failed));
      }
    }, MOMENT_MILLIS);
  }

  /** Another one found a conflict, or may have settled one. */
  private async contested(types: ReadonlySet<Event['type']>): Promise<void> {
    if (!types.has('apply.conflict') && this.store.get().conflicts.length === 0) return;
    await this.refresh();
    await this.conflicts();
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
      if (!session || !isServed(this.store.get())) return;
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
      await this.buffer.reopen();
    } while (this.stale);
  }

  /** What happened in the jobs before: who answered, allowed, ended what. The conversation alone does not tell. */
  private async earlier(): Promise<void> {
    const {session, job, earlier: known} = this.store.get();
    if (!session || !job) return;
    const {jobs} = await this.api.call('listJobs', {query: {session_id: session.session_id}});
    // What still waits is no part of the story.
    const begun = jobs.filter((each) => each.behind === undefined);
    const since = (each: JobSummary): string => each.started_at ?? each.created_at;
    begun.sort((one, other) => since(one).localeCompare(since(other)));
    const at = begun.findIndex((each) => each.job_id === job.job_id);
    const before = begun.slice(Math.max(0, at - MOST_EARLIER), Math.max(0, at));
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
    const id = this.served();
    if (!id) return;
    const {last_command, recipes} = await this.api.call('listChecks', {session_id: id});
    if (this.store.get().session?.session_id === id) {
      this.store.dispatch({type: 'offers', offers: {last: last_command, recipes}});
    }
  }

  async runs(): Promise<void> {
    const id = this.served();
    if (!id) return;
    const {checkpoints} = await this.api.call('listCheckpoints', {session_id: id});
    if (this.store.get().session?.session_id === id) this.store.dispatch({type: 'runs', runs: checkpoints});
  }

  async jobs(): Promise<void> {
    const {jobs} = await this.api.call('listJobs', {query: {status: 'queued,running,waiting_for_user'}});
    const {jobs: known} = this.store.get();
    if (jobs.length > 0 || known.length > 0) this.store.dispatch({type: 'jobs', jobs});
  }

  /** The job that waited begins by itself: as soon as it has begun, it is the one that is followed. */
  private async next(): Promise<void> {
    const ended = this.store.get().job?.job_id;
    for (let looks = 0, wait = NEXT_MILLIS; looks < NEXT_LOOKS; looks++, wait = Math.min(2 * wait, NEXT_LONGEST_MILLIS)) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      await this.jobs();
      const {session, job, jobs} = this.store.get();
      // Another one is followed already, or a person has to say that it goes on.
      if (!session || job?.job_id !== ended || (job?.error && heldUp(this.store.get()))) return;
      if (this.isLoading()) continue;
      const other = jobs.find(
        (each) => each.session_id === session.session_id && each.behind === undefined && each.job_id !== job?.job_id,
      );
      if (!other && waitingIn(this.store.get()).length > 0) continue;
      await this.load(session.session_id);
      return;
    }
  }

  /** What a write would write over, both sides of it: told to whoever has the session open, whoever wanted to write. */
  async conflicts(): Promise<void> {
    const {buffers, bundle, conflicts: known} = this.store.get();
    const id = this.served();
    if (!id) return;
    const staged = buffers.length > 0 || bundle !== null;
    const {conflicts} = staged ? await this.api.call('listConflicts', {session_id: id}) : {conflicts: []};
    const same = this.store.get().session?.session_id === id;
    if (same && (conflicts.length > 0 || known.length > 0)) this.store.dispatch({type: 'conflicts', conflicts});
  }

  /** What others did to the session meanwhile: how it is set up, and what is staged in it. */
  async meanwhile(now: Session): Promise<void> {
    const {session, status} = this.store.get();
    if (session?.session_id !== now.session_id) return;
    // A job at work stages all the time, and its events tell of it.
    const stages = isAtWork(status);
    if (now.revision !== session.revision && !stages) {
      const before = stagedIn(this.store.get());
      await Promise.all([this.refresh(), this.runs()]);
      // Files come and go when something is written, or no longer staged.
      if (stagedIn(this.store.get()) !== before) await this.list();
      await this.conflicts();
    }
    const latest = this.store.get().session;
    if (latest?.session_id !== now.session_id) return;
    const older = Date.parse(now.updated_at) < Date.parse(latest.updated_at);
    const next = {...latest, ...(older ? {} : now), revision: stages ? latest.revision : now.revision};
    if (JSON.stringify(next) !== JSON.stringify(latest)) this.store.dispatch({type: 'session', session: next});
  }

  show(path: string, line?: number): Promise<void> {
    return this.buffer.show(path, line);
  }

  /** Hands over what was typed: see {@link OpenBuffer.flush}. */
  flush(over = false): Promise<void> {
    return this.buffer.flush(over);
  }

  done(text: string): void {
    this.store.dispatch({type: 'notice', notice: {kind: 'done', text, suggestions: []}});
  }
}

/** Which files have something staged. */
function stagedIn({buffers}: State): string {
  return buffers.map((each) => each.file_path).join('\n');
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
