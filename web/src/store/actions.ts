import {ApiError, type Api} from '../api/client.ts';
import type {AgentModeName, ContextRow, Operations} from './names.ts';
import {numbered, nextPending, step} from '../review/hunks.ts';
import {Live} from './live.ts';
import {recall, remember} from './place.ts';
import {changesJob, isAtWork, statusOf} from './reduce.ts';
import {appliedText, type OpenFile} from './state.ts';
import type {Store} from './store.ts';

type ReviewAction = Operations['review']['body']['action'];

/** Everything a person can do: each is calls of the API, and what they answer goes into the store. */
export class Actions {
  private readonly store: Store;
  private readonly api: Api;
  private live: Live | undefined;
  private refreshing: Promise<void> | undefined;
  private stale = false;

  constructor(store: Store, api: Api) {
    this.store = store;
    this.api = api;
  }

  /** Carries something out; what the server refuses becomes a notice. False when it failed. */
  async attempt(what: () => Promise<void>): Promise<boolean> {
    try {
      await what();
      return true;
    } catch (failed) {
      this.tell(failed);
      return false;
    }
  }

  private tell(failed: unknown): void {
    if (failed instanceof ApiError && failed.status === 401) {
      this.live?.close();
      this.store.dispatch({type: 'signedOut'});
      return;
    }
    const text = failed instanceof Error ? failed.message : String(failed);
    const suggestions = failed instanceof ApiError ? failed.problem.suggestions : [];
    this.store.dispatch({type: 'notice', notice: {kind: 'error', text: sentence(text), suggestions}});
  }

  start(): Promise<boolean> {
    return this.attempt(async () => {
      const [settings] = await Promise.all([this.api.call('getSettings', {}), this.sessions()]);
      this.store.dispatch({type: 'settings', settings});
      const {sessions} = this.store.get();
      const asked = location.hash.slice(1) || recall('session');
      const first = sessions.find((each) => each.session_id === asked) ?? sessions[0];
      if (location.hash.length > 1 && first?.session_id !== asked) {
        this.tell(new Error(`there is no session ${asked}; here is the latest one`));
      }
      if (first) await this.load(first.session_id);
    });
  }

  /** Looks whether something happened elsewhere: another tab, another person. */
  async look(): Promise<void> {
    const {session, signedOut} = this.store.get();
    if (signedOut) return;
    await this.sessions();
    const now = this.store.get().sessions.find((each) => each.session_id === session?.session_id);
    if (session && now && now.last_job_id !== session.last_job_id) await this.load(now.session_id);
  }

  private async sessions(): Promise<void> {
    const {sessions} = await this.api.call('listSessions', {query: {limit: 200}});
    this.store.dispatch({type: 'sessions', sessions});
  }

  openSession(id: string): Promise<boolean> {
    return this.attempt(() => this.load(id));
  }

  private async load(id: string): Promise<void> {
    const session = await this.api.call('getSession', {session_id: id});
    this.store.dispatch({type: 'session', session});
    remember('session', id);
    history.replaceState(null, '', `#${id}`);
    if (session.last_job_id) await this.follow(session.last_job_id);
    await Promise.all([this.refresh(), this.list()]);
    const {open, bundle} = this.store.get();
    const first = bundle?.files[0];
    if (!open && first) await this.show(first.target_path ?? first.file_path);
  }

  private async list(): Promise<void> {
    const id = this.store.get().session?.session_id;
    if (!id) return;
    const {files, truncated} = await this.api.call('listFiles', {session_id: id, query: {}});
    if (this.store.get().session?.session_id !== id) return;
    this.store.dispatch({type: 'files', files, truncated: truncated ?? false});
  }

  private async follow(job: string): Promise<void> {
    this.live?.close();
    const snapshot = await this.api.call('getJob', {job_id: job});
    this.store.dispatch({type: 'job', job: snapshot});
    const live = new Live(this.api, job, this.store.get().events.at(-1)?.cursor ?? 0, {
      events: (events) => {
        if (this.live !== live) return;
        this.store.dispatch({type: 'events', job, events});
        if (events.some((event) => changesJob(event.type))) void this.attempt(() => this.refresh());
        if (events.some((event) => event.type === 'diff.generated')) void this.attempt(() => this.list());
      },
      connection: (connection) => {
        if (this.live === live) this.store.dispatch({type: 'connection', connection});
      },
      ended: () => {
        this.store.dispatch({type: 'connection', connection: 'idle'});
        void this.attempt(() => this.refresh());
      },
      refused: (error) => this.tell(error),
    });
    this.live = live;
    void live.follow();
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
      if (this.store.get().session?.session_id !== id) return;
      if (snapshot) this.store.dispatch({type: 'job', job: snapshot});
      this.store.dispatch({type: 'bundle', bundle: bundle && bundle.files.length > 0 ? bundle : null});
      this.store.dispatch({type: 'buffers', buffers});
      await this.reopen();
    } while (this.stale);
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

  private async show(path: string): Promise<void> {
    const file = await this.read(path);
    this.store.dispatch({type: 'open', file});
    this.store.dispatch({type: 'select', hunk: null});
    this.selectIn(path);
  }

  openFile(path: string): Promise<boolean> {
    if (this.store.get().open?.path === path) return Promise.resolve(true);
    return this.attempt(async () => {
      await this.flush();
      await this.show(path);
    });
  }

  /** Selects a hunk and shows its file. */
  async select(id: string): Promise<void> {
    const found = numbered(this.store.get().bundle).find((each) => each.hunk.hunk_id === id);
    if (!found) return;
    const path = found.file.target_path ?? found.file.file_path;
    if (this.store.get().open?.path !== path && !(await this.openFile(path))) return;
    this.store.dispatch({type: 'select', hunk: id});
  }

  async move(by: 1 | -1): Promise<void> {
    const {bundle, selected} = this.store.get();
    const next = step(numbered(bundle), selected, by);
    if (next) await this.select(next.hunk.hunk_id);
  }

  newSession(root: number): Promise<boolean> {
    return this.attempt(async () => {
      await this.flush();
      await this.load((await this.api.call('createSession', {body: {root}})).session_id);
      await this.sessions();
    });
  }

  archive(id: string): Promise<boolean> {
    return this.attempt(async () => {
      await this.api.call('archiveSession', {session_id: id});
      await this.sessions();
    });
  }

  run(instruction: string, mode: AgentModeName | undefined, rows: readonly ContextRow[]): Promise<boolean> {
    return this.attempt(async () => {
      await this.flush();
      let id = this.store.get().session?.session_id;
      if (!id) {
        id = (await this.api.call('createSession', {body: {root: 0}})).session_id;
        this.store.dispatch({type: 'session', session: await this.api.call('getSession', {session_id: id})});
      }
      const body = {session_id: id, instruction, context_rows: [...rows]};
      const {job_id} = await this.api.call('run', {body: mode ? {...body, agent_mode: mode} : body});
      await this.load(id);
      if (this.store.get().job?.job_id !== job_id) await this.follow(job_id);
      await this.sessions();
    });
  }

  /** Cancel, resume or run again. */
  control(what: 'cancelJob' | 'resumeJob' | 'rerunJob'): Promise<boolean> {
    return this.attempt(async () => {
      const {job, session} = this.store.get();
      if (!job || !session) return;
      await this.api.call(what, {job_id: job.job_id});
      await this.load(session.session_id);
    });
  }

  clarify(question: string, answer: string): Promise<boolean> {
    return this.attempt(async () => {
      const job = this.store.get().job;
      if (!job) return;
      const body = {question_id: question, answer};
      this.store.dispatch({type: 'job', job: await this.api.call('clarify', {job_id: job.job_id, body})});
    });
  }

  /** Decides about hunks and goes on to the next one that is not decided. */
  decide(action: ReviewAction, what: {hunks?: readonly string[]; file?: string} = {}): Promise<boolean> {
    return this.attempt(async () => {
      const {job} = this.store.get();
      if (!job) return;
      await this.flush();
      const body: Operations['review']['body'] = {action};
      if (what.hunks) body.hunk_ids = [...what.hunks];
      if (what.file) body.file_path = what.file;
      const bundle = await this.api.call('review', {job_id: job.job_id, body});
      this.store.dispatch({type: 'bundle', bundle});
      await this.refresh();
      if (action !== 'accept' && action !== 'reject') return;
      const next = nextPending(numbered(this.store.get().bundle), what.hunks?.[0] ?? null);
      if (next) await this.select(next.hunk.hunk_id);
    });
  }

  /** Takes back, or does again, the latest decision or edit. */
  turn(what: 'undo' | 'redo'): Promise<boolean> {
    return this.attempt(async () => {
      const {session} = this.store.get();
      if (!session) return;
      const bundle = await this.api.call(what, {session_id: session.session_id});
      this.store.dispatch({type: 'bundle', bundle});
      await this.refresh();
    });
  }

  /** Writes what was accepted and ends the review. */
  apply(): Promise<boolean> {
    return this.attempt(async () => {
      await this.flush();
      const {job, session, bundle} = this.store.get();
      if (!job || !session) return;
      const accepted = numbered(bundle).filter((each) => each.decision === 'accepted');
      const applied = await this.api.call('apply', {
        body: {
          session_id: session.session_id,
          job_id: job.job_id,
          accepted_hunk_ids: accepted.map((each) => each.hunk.hunk_id),
        },
      });
      this.done(appliedText(applied));
      await this.load(session.session_id);
    });
  }

  /** Writes what was accepted or typed; a review goes on. */
  save(): Promise<boolean> {
    return this.attempt(async () => {
      await this.flush();
      const {session} = this.store.get();
      if (!session) return;
      const applied = await this.api.call('save', {session_id: session.session_id});
      this.done(appliedText(applied));
      await this.refresh();
    });
  }

  private done(text: string): void {
    this.store.dispatch({type: 'notice', notice: {kind: 'done', text, suggestions: []}});
  }

  draft(text: string): void {
    this.store.dispatch({type: 'draft', text});
  }

  /** What was typed becomes hunks of the person, in the working buffer. */
  private async flush(): Promise<void> {
    const {session, open, draft} = this.store.get();
    if (!session || !open || draft === null) return;
    const body = {file_path: open.path, content: draft, base_hash: open.hash};
    const buffer = await this.api.call('writeBuffer', {session_id: session.session_id, body});
    const file = {...open, content: buffer.content, hash: buffer.file_hash};
    this.store.dispatch({type: 'open', file});
    this.store.dispatch({type: 'draft', text: null});
    await this.refresh();
  }

  dismiss(id: number): void {
    this.store.dispatch({type: 'dismiss', id});
  }

  isAtWork(): boolean {
    return isAtWork(statusOf(this.store.get()));
  }
}

function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
