import {Unreachable, type Api} from '../api/client.ts';
import type {AgentModeName, ContextRow, Operations} from './names.ts';
import {numbered, nextPending, step} from '../review/hunks.ts';
import {recall} from './place.ts';
import {appliedText} from './state.ts';
import type {Store} from './store.ts';
import {Sync} from './sync.ts';

type ReviewAction = Operations['review']['body']['action'];

/** Everything a person can do: each is calls of the API, and what they answer goes into the store. */
export class Actions {
  private readonly store: Store;
  private readonly api: Api;
  private readonly sync: Sync;

  constructor(store: Store, api: Api) {
    this.store = store;
    this.api = api;
    this.sync = new Sync(store, api);
  }

  start(): Promise<boolean> {
    return this.sync.attempt(async () => {
      const [settings] = await Promise.all([this.api.call('getSettings', {}), this.sync.sessions()]);
      this.store.dispatch({type: 'settings', settings});
      const {sessions} = this.store.get();
      const asked = location.hash.slice(1) || recall('session');
      const first = sessions.find((each) => each.session_id === asked) ?? sessions[0];
      if (location.hash.length > 1 && first?.session_id !== asked) {
        const instead = first ? '; this is the latest one' : '';
        this.sync.tell(new Error(`there is no session ${asked} (any more)${instead}`));
      }
      if (first) await this.sync.load(first.session_id);
    });
  }

  /** Looks whether something happened elsewhere: another tab, another person, a server that ended. */
  async look(): Promise<void> {
    const {session, signedOut} = this.store.get();
    if (signedOut) return;
    try {
      await this.sync.sessions();
      const {sessions, connection} = this.store.get();
      const now = sessions.find((each) => each.session_id === session?.session_id);
      const other = session !== null && now !== undefined && now.last_job_id !== session.last_job_id;
      if (other) await this.sync.load(now.session_id);
      else if (connection === 'away') this.store.dispatch({type: 'connection', connection: 'idle'});
    } catch (failed) {
      if (failed instanceof Unreachable) this.store.dispatch({type: 'connection', connection: 'away'});
      else this.sync.tell(failed);
    }
  }

  openSession(id: string): Promise<boolean> {
    return this.sync.attempt(() => this.sync.load(id));
  }

  openFile(path: string): Promise<boolean> {
    if (this.store.get().open?.path === path) return Promise.resolve(true);
    return this.sync.attempt(async () => {
      await this.sync.flush();
      await this.sync.show(path);
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
    return this.sync.attempt(async () => {
      await this.sync.flush();
      await this.sync.load((await this.api.call('createSession', {body: {root}})).session_id);
      await this.sync.sessions();
    });
  }

  archive(id: string): Promise<boolean> {
    return this.sync.attempt(async () => {
      await this.api.call('archiveSession', {session_id: id});
      await this.sync.sessions();
    });
  }

  run(instruction: string, mode: AgentModeName | undefined, rows: readonly ContextRow[]): Promise<boolean> {
    return this.sync.attempt(async () => {
      await this.sync.flush();
      let id = this.store.get().session?.session_id;
      if (!id) {
        id = (await this.api.call('createSession', {body: {root: 0}})).session_id;
        this.store.dispatch({type: 'session', session: await this.api.call('getSession', {session_id: id})});
      }
      const body = {session_id: id, instruction, context_rows: [...rows]};
      const {job_id} = await this.api.call('run', {body: mode ? {...body, agent_mode: mode} : body});
      await this.sync.load(id);
      if (this.store.get().job?.job_id !== job_id) await this.sync.load(id);
      await this.sync.sessions();
    });
  }

  /** Cancel, resume or run again. */
  control(what: 'cancelJob' | 'resumeJob' | 'rerunJob'): Promise<boolean> {
    return this.sync.attempt(async () => {
      const {job, session} = this.store.get();
      if (!job || !session) return;
      await this.api.call(what, {job_id: job.job_id});
      await this.sync.load(session.session_id);
    });
  }

  clarify(question: string, answer: string): Promise<boolean> {
    return this.sync.attempt(async () => {
      const job = this.store.get().job;
      if (!job) return;
      const body = {question_id: question, answer};
      this.store.dispatch({type: 'job', job: await this.api.call('clarify', {job_id: job.job_id, body})});
    });
  }

  /** Decides about hunks and goes on to the next one that is not decided. */
  decide(action: ReviewAction, what: {hunks?: readonly string[]; file?: string} = {}): Promise<boolean> {
    return this.sync.attempt(async () => {
      const {job} = this.store.get();
      if (!job) return;
      await this.sync.flush();
      const body: Operations['review']['body'] = {action};
      if (what.hunks) body.hunk_ids = [...what.hunks];
      if (what.file) body.file_path = what.file;
      const bundle = await this.api.call('review', {job_id: job.job_id, body});
      this.store.dispatch({type: 'bundle', bundle});
      await this.sync.refresh();
      if (action !== 'accept' && action !== 'reject') return;
      const next = nextPending(numbered(this.store.get().bundle), what.hunks?.[0] ?? null);
      if (next) await this.select(next.hunk.hunk_id);
    });
  }

  /** Takes back, or does again, the latest decision or edit. */
  turn(what: 'undo' | 'redo'): Promise<boolean> {
    return this.sync.attempt(async () => {
      const {session} = this.store.get();
      if (!session) return;
      const bundle = await this.api.call(what, {session_id: session.session_id});
      this.store.dispatch({type: 'bundle', bundle});
      await this.sync.refresh();
    });
  }

  /** Writes what was accepted and ends the review. */
  apply(): Promise<boolean> {
    return this.sync.attempt(async () => {
      await this.sync.flush();
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
      this.sync.done(appliedText(applied));
      await this.sync.load(session.session_id);
    });
  }

  /** Writes what was accepted or typed; a review goes on. */
  save(): Promise<boolean> {
    return this.sync.attempt(async () => {
      await this.sync.flush();
      const {session} = this.store.get();
      if (!session) return;
      const applied = await this.api.call('save', {session_id: session.session_id});
      this.sync.done(appliedText(applied));
      await this.sync.refresh();
    });
  }

  draft(text: string): void {
    this.store.dispatch({type: 'draft', text});
  }

  dismiss(id: number): void {
    this.store.dispatch({type: 'dismiss', id});
  }

}
