import {ApiError, Unreachable, type Api} from '../api/client.ts';
import type {Session} from '../api/schema.ts';
import {HistoryActions} from './historyActions.ts';
import type {AgentModeName, ContextRow, Operations} from './names.ts';
import {recall, remember} from './place.ts';
import {isAtWork} from './reduce.ts';
import {ReviewActions} from './reviewActions.ts';
import type {Composed} from './state.ts';
import type {Store} from './store.ts';
import {Sync} from './sync.ts';

/** Everything a person can do: each is calls of the API, and what they answer goes into the store. What is about hunks
 * is in `review`, what is about earlier runs in `history`. */
export class Actions {
  private readonly store: Store;
  private readonly api: Api;
  private readonly sync: Sync;
  readonly review: ReviewActions;
  readonly history: HistoryActions;
  /** What was said about how jobs are carried out, and is on its way to the server: a job does not overtake it. */
  private settling: Promise<unknown> = Promise.resolve();

  constructor(store: Store, api: Api) {
    this.store = store;
    this.api = api;
    this.sync = new Sync(store, api);
    this.review = new ReviewActions(store, api, this.sync);
    this.history = new HistoryActions(store, api, this.sync, this.review);
  }

  /** The first look at the server; what goes wrong is told in the place of the page. */
  async start(): Promise<void> {
    try {
      await this.begin();
      this.store.dispatch({type: 'broken', why: ''});
    } catch (failed) {
      if (failed instanceof ApiError && failed.status === 401) this.sync.tell(failed);
      else this.store.dispatch({type: 'broken', why: failed instanceof Error ? failed.message : String(failed)});
    }
  }

  private async begin(): Promise<void> {
    const [settings] = await Promise.all([this.api.call('getSettings', {}), this.sync.sessions()]);
    this.store.dispatch({type: 'settings', settings});
    void this.sync.attempt(() => this.sync.models());
    // Somebody was quicker and has chosen one, or begun one.
    if (this.store.get().session || this.sync.isLoading()) return;
    const asked = location.hash.slice(1) || recall('session') || '';
    try {
      if (asked && (await this.show(asked))) return;
      const latest = this.store.get().sessions.find((each) => each.status === 'active');
      if (location.hash.length > 1) {
        const what = asked.startsWith('job_') ? 'job' : 'session';
        this.tell(`there is no ${what} ${asked} (any more); this is ${latest ? 'the latest session' : 'a new session'}`);
      }
      // Without any there would be no files to look at.
      if (latest) await this.sync.load(latest.session_id);
      else await this.session();
    } catch (failed) {
      // One session that cannot be opened, as of a folder that is no longer served, is no reason not to begin.
      if (!(failed instanceof ApiError) || failed.status === 401) throw failed;
      this.sync.tell(failed);
    }
  }

  /** Loads a session, or that of a job, by its name; false when there is none. */
  private async show(asked: string): Promise<boolean> {
    try {
      const id = asked.startsWith('job_') ? (await this.api.call('getJob', {job_id: asked})).session_id : asked;
      await this.sync.load(id);
      return true;
    } catch (failed) {
      if (failed instanceof ApiError && failed.status === 404) return false;
      throw failed;
    }
  }

  /** Goes where the address says, when somebody changed it. */
  goTo(asked: string): Promise<boolean> {
    const here = this.store.get().session?.session_id;
    if (!asked || asked === here) return Promise.resolve(true);
    return this.sync.attempt(async () => {
      try {
        await this.sync.flush();
        if (await this.show(asked)) return;
        throw new Error(`there is no ${asked.startsWith('job_') ? 'job' : 'session'} ${asked} (any more)`);
      } catch (failed) {
        // Who could not go there is still here, and so says the address.
        if (here && this.store.get().session?.session_id === here) history.replaceState(null, '', `#${here}`);
        throw failed;
      }
    });
  }

  /** Comes back to the same place with the token; false when it is not the server's. */
  async signIn(token: string): Promise<boolean> {
    try {
      if (!(await this.api.signIn(token))) return false;
    } catch (failed) {
      this.sync.tell(failed);
      return false;
    }
    this.store.dispatch({type: 'signedOut', out: false});
    const {session, settings} = this.store.get();
    if (settings && session) {
      await this.sync.attempt(async () => {
        // A server that was started anew may be set up otherwise.
        this.store.dispatch({type: 'settings', settings: await this.api.call('getSettings', {})});
        await this.sync.load(session.session_id);
        await this.sync.sessions();
      });
    } else await this.start();
    return true;
  }

  /** The machine slept, or the network came back. */
  wake(): void {
    const {session, signedOut} = this.store.get();
    if (session && !signedOut) void this.sync.attempt(() => this.sync.wake());
  }

  /** Holds no connection while nobody looks at the page. */
  rest(rests: boolean): void {
    this.sync.rest(rests);
  }

  /** Looks whether something happened elsewhere: another tab, another person, a server that ended. */
  async look(): Promise<void> {
    const {session, signedOut} = this.store.get();
    if (signedOut) return;
    try {
      await Promise.all([this.sync.sessions(), this.sync.jobs()]);
      const {session: current, sessions, connection} = this.store.get();
      // Somebody went to another one meanwhile: it is not taken away again.
      if (current?.session_id !== session?.session_id || this.sync.isLoading()) return;
      if (connection === 'away') this.store.dispatch({type: 'connection', connection: 'idle'});
      if (!session) return;
      const id = session.session_id;
      // One that is older than all that are listed is looked at by itself.
      const now = sessions.find((each) => each.session_id === id) ?? (await this.api.call('getSession', {session_id: id}));
      const other = now.last_job_id !== session.last_job_id;
      if (other || (!this.sync.isWhole() && connection !== 'away')) await this.sync.again(id);
      else await this.sync.meanwhile(now);
    } catch (failed) {
      if (failed instanceof Unreachable) this.store.dispatch({type: 'connection', connection: 'away'});
      else this.sync.tell(failed);
    }
  }

  openSession(id: string): Promise<boolean> {
    return this.sync.attempt(async () => {
      // What was typed a moment ago belongs to the session that is left.
      await this.sync.flush();
      await this.sync.load(id);
    });
  }

  openFile(path: string, line?: number): Promise<boolean> {
    return this.review.open(path, line);
  }

  search(words: string): Promise<Operations['search']['answer']> {
    const session = this.store.get().session?.session_id ?? '';
    return this.api.call('search', {session_id: session, query: {query: words, limit: 50}});
  }

  /** Files by some letters of their names, also those that are not listed. */
  async find(letters: string, limit: number): Promise<readonly string[]> {
    const session = this.store.get().session?.session_id ?? '';
    const {files} = await this.api.call('findFiles', {session_id: session, query: {query: letters, limit}});
    return files.filter((path) => !path.endsWith('/'));
  }

  compose(change: Partial<Composed>): void {
    const composed = {...this.store.get().composed, ...change};
    this.store.dispatch({type: 'composed', composed});
    const session = this.store.get().session?.session_id;
    if (session) remember(`composed.${session}`, composed.text || composed.rows.length ? JSON.stringify(composed) : '');
  }

  addRow(row: ContextRow): void {
    const {rows} = this.store.get().composed;
    const same = (each: ContextRow): boolean =>
      each.kind === row.kind && each.file_path === row.file_path && each.start_line === row.start_line &&
      each.end_line === row.end_line && each.content === row.content;
    if (!rows.some(same)) this.compose({rows: [...rows, row]});
  }

  rows(): readonly ContextRow[] {
    return this.store.get().composed.rows;
  }

  /** Lays the open file, or lines of it, beside the instruction. */
  addOpen(lines: {first: number; last: number} | null): void {
    const path = this.store.get().open?.path;
    if (!path) return;
    if (lines) this.addRow({kind: 'selection', file_path: path, start_line: lines.first, end_line: lines.last});
    else this.addRow({kind: 'file', file_path: path});
  }

  removeRow(at: number): void {
    this.compose({rows: this.store.get().composed.rows.filter((_, i) => i !== at)});
  }

  /** Lays a row beside every run of the session from now on. */
  pin(at: number): Promise<boolean> {
    return this.settle(async () => {
      const {session, composed} = this.store.get();
      const row = composed.rows[at];
      if (!row) return;
      await this.setContext([...(session?.context_rows ?? []), row]);
      this.removeRow(at);
    });
  }

  unpin(at: number): Promise<boolean> {
    return this.settle(async () => {
      const rows = this.store.get().session?.context_rows ?? [];
      await this.setContext(rows.filter((_, i) => i !== at));
    });
  }

  /** Sets the session up, one thing after the other. */
  private settle(what: () => Promise<void>): Promise<boolean> {
    const done = this.settling.then(() => this.sync.attempt(what));
    this.settling = done;
    return done;
  }

  private async setContext(rows: readonly ContextRow[]): Promise<void> {
    const session_id = await this.session();
    const kept = await this.api.call('setContext', {session_id, body: {context_rows: [...rows]}});
    const {session} = this.store.get();
    if (session?.session_id !== session_id) return;
    this.store.dispatch({type: 'session', session: {...session, ...kept, revision: session.revision}});
  }

  /** The session, begun now when there is none. */
  private async session(): Promise<string> {
    const known = this.store.get().session?.session_id;
    if (known) return known;
    const {session_id} = await this.api.call('createSession', {body: {root: 0}});
    await this.sync.load(session_id);
    await this.sync.sessions();
    return session_id;
  }

  newSession(root: number): Promise<boolean> {
    return this.sync.attempt(async () => {
      await this.sync.flush();
      const served = this.store.get().settings?.roots.some((each) => each.root === root) ?? true;
      const {session_id} = await this.api.call('createSession', {body: {root: served ? root : 0}});
      await this.sync.load(session_id);
      await this.sync.sessions();
    });
  }

  archive(id: string): Promise<boolean> {
    return this.sync.attempt(async () => {
      await this.api.call('archiveSession', {session_id: id});
      await this.sync.sessions();
      if (this.store.get().session?.session_id === id) await this.sync.load(id);
    });
  }

  unarchive(id: string): Promise<boolean> {
    return this.sync.attempt(async () => {
      await this.api.call('unarchiveSession', {session_id: id});
      await this.sync.sessions();
      if (this.store.get().session?.session_id === id) await this.sync.load(id);
    });
  }

  /** Carries out an instruction now, or when what the session is at is over. */
  run(instruction: string, mode: AgentModeName | undefined, rows: readonly ContextRow[]): Promise<boolean> {
    return this.sync.attempt(async () => {
      const kept = await this.settling;
      this.settling = Promise.resolve();
      if (kept === false) throw new Error('nothing was begun: what was chosen for it could not be kept. Look at the choices below the instruction, and run it again');
      await this.sync.flush();
      const id = await this.session();
      const {status} = this.store.get();
      const queue = isAtWork(status) || status === 'awaiting_review';
      const body = {session_id: id, instruction, context_rows: [...rows], queue};
      const {job_id, behind} = await this.api.call('run', {body: mode ? {...body, agent_mode: mode} : body});
      this.compose({text: '', rows: []});
      if (behind) {
        await this.sync.jobs();
        return;
      }
      await this.sync.again(id);
      if (this.store.get().job?.job_id !== job_id) await this.sync.again(id);
      await this.sync.sessions();
    });
  }

  /** Cancel, resume or run again. */
  control(what: 'cancelJob' | 'resumeJob' | 'rerunJob'): Promise<boolean> {
    return this.sync.attempt(async () => {
      const {job, session} = this.store.get();
      if (!job || !session) return;
      await this.api.call(what, {job_id: job.job_id});
      await this.sync.again(session.session_id);
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

  /** Says whether a command of the job may run. */
  approve(decision: 'allow' | 'deny', scope: 'once' | 'session' | 'always', reason: string): Promise<boolean> {
    return this.sync.attempt(async () => {
      const {job} = this.store.get();
      const approval = job?.pending_approval;
      if (!job || !approval) return;
      const body: Operations['approve']['body'] = {approval_id: approval.approval_id, decision, scope};
      if (reason) body.reason = reason;
      this.store.dispatch({type: 'job', job: await this.api.call('approve', {job_id: job.job_id, body})});
      await this.sync.refresh();
    });
  }

  /** Whether jobs of the session may run commands. */
  allowCommands(commands: 'off' | 'ask' | 'auto'): Promise<boolean> {
    return this.settle(async () => {
      const session_id = await this.session();
      const kept = await this.api.call('setToolConfig', {session_id, body: {commands}});
      const {session} = this.store.get();
      if (session?.session_id !== session_id) return;
      this.store.dispatch({type: 'session', session: {...session, ...kept, revision: session.revision}});
    });
  }

  /** Which model the jobs of the session have from now on; the server's usual one without a name. */
  chooseModel(name: string): Promise<boolean> {
    return this.settle(async () => {
      const session_id = await this.session();
      const kept = await this.api.call('setModel', {session_id, body: name ? {model: name} : {}});
      const {session} = this.store.get();
      if (session?.session_id !== session_id) return;
      this.store.dispatch({type: 'session', session: {...session, ...kept, revision: session.revision}});
    });
  }

  /** Sessions with all these words in their titles or instructions; the server looks through all of them. */
  async findSessions(words: string, status: Session['status']): Promise<readonly Session[]> {
    const {sessions} = await this.api.call('listSessions', {query: {query: words, status, limit: 100}});
    return sessions;
  }

  /** Begins a job that waits behind one that failed. */
  goOn(id: string): Promise<boolean> {
    return this.sync.attempt(async () => {
      await this.api.call('resumeJob', {job_id: id});
      const {session} = this.store.get();
      if (session) await this.sync.load(session.session_id);
      await this.sync.jobs();
    });
  }

  /** Ends a job of any session. */
  cancelJob(id: string): Promise<boolean> {
    return this.sync.attempt(async () => {
      await this.api.call('cancelJob', {job_id: id});
      await this.sync.jobs();
    });
  }

  draft(text: string): void {
    this.store.dispatch({type: 'draft', text});
  }

  tell(text: string): void {
    this.sync.tell(new Error(text));
  }

  /** What was typed becomes hunks of the person when the typing pauses. */
  keep(): Promise<boolean> {
    return this.sync.attempt(() => this.sync.flush());
  }

  dismiss(id: number): void {
    this.store.dispatch({type: 'dismiss', id});
  }
}
