import {ApiError, Unreachable, type Api} from '../api/client.ts';
import type {Applied, Checkpoint, SessionWithChat} from '../api/schema.ts';
import {lostOf, type Lost} from '../review/compare.ts';
import type {AgentModeName, ContextRow, Operations} from './names.ts';
import {numbered, nextPending, step} from '../review/hunks.ts';
import {recall, remember} from './place.ts';
import {appliedText, type Composed} from './state.ts';
import type {Store} from './store.ts';
import {Sync} from './sync.ts';

/** Everything a person can do: each is calls of the API, and what they answer goes into the store. */
export class Actions {
  private readonly store: Store;
  private readonly api: Api;
  private readonly sync: Sync;
  private deciding: Promise<void> = Promise.resolve();

  constructor(store: Store, api: Api) {
    this.store = store;
    this.api = api;
    this.sync = new Sync(store, api);
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
    const {sessions} = this.store.get();
    const asked = location.hash.slice(1) || recall('session');
    const latest = sessions.find((each) => each.status === 'active');
    const first = sessions.find((each) => each.session_id === asked) ?? latest;
    if (location.hash.length > 1 && first?.session_id !== asked) {
      const instead = first ? '; this is the latest one' : '; this is a new one';
      this.sync.tell(new Error(`there is no session ${asked} (any more)${instead}`));
    }
    // Without any there would be no files to look at.
    if (first) await this.sync.load(first.session_id);
    else await this.session();
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

  /** Looks whether something happened elsewhere: another tab, another person, a server that ended. */
  async look(): Promise<void> {
    const {session, signedOut} = this.store.get();
    if (signedOut) return;
    try {
      await Promise.all([this.sync.sessions(), this.sync.jobs()]);
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

  openFile(path: string, line?: number): Promise<boolean> {
    if (this.store.get().open?.path === path && line === undefined) return Promise.resolve(true);
    return this.sync.attempt(async () => {
      await this.sync.flush();
      await this.sync.show(path, line);
    });
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

  /** The next or previous file that has hunks. */
  async moveFile(by: 1 | -1): Promise<void> {
    const {bundle, open} = this.store.get();
    const files = bundle?.files ?? [];
    if (files.length === 0) return;
    const at = files.findIndex((file) => (file.target_path ?? file.file_path) === open?.path);
    const next = files[(at < 0 ? (by > 0 ? 0 : -1) : at + by + files.length) % files.length] ?? files.at(-1)!;
    await this.openFile(next.target_path ?? next.file_path);
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
    return this.sync.attempt(async () => {
      const {session, composed} = this.store.get();
      const row = composed.rows[at];
      if (!row) return;
      await this.setContext([...(session?.context_rows ?? []), row]);
      this.removeRow(at);
    });
  }

  unpin(at: number): Promise<boolean> {
    return this.sync.attempt(async () => {
      const rows = this.store.get().session?.context_rows ?? [];
      await this.setContext(rows.filter((_, i) => i !== at));
    });
  }

  private async setContext(rows: readonly ContextRow[]): Promise<void> {
    const session_id = await this.session();
    const kept = await this.api.call('setContext', {session_id, body: {context_rows: [...rows]}});
    const {session} = this.store.get();
    if (session?.session_id !== session_id) return;
    this.store.dispatch({type: 'session', session: {...session, context_rows: kept.context_rows}});
  }

  /** The session, begun now when there is none. */
  private async session(): Promise<string> {
    const known = this.store.get().session?.session_id;
    if (known) return known;
    const {session_id} = await this.api.call('createSession', {body: {root: 0}});
    const {composed} = this.store.get();
    await this.sync.load(session_id);
    this.compose(composed);
    await this.sync.sessions();
    return session_id;
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

  run(instruction: string, mode: AgentModeName | undefined, rows: readonly ContextRow[]): Promise<boolean> {
    return this.sync.attempt(async () => {
      await this.sync.flush();
      const id = await this.session();
      const body = {session_id: id, instruction, context_rows: [...rows]};
      const {job_id} = await this.api.call('run', {body: mode ? {...body, agent_mode: mode} : body});
      this.compose({text: '', rows: []});
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
  decide(action: 'accept' | 'reject' | 'reset', hunks: readonly string[]): Promise<boolean> {
    return this.sync.attempt(async () => {
      const {job} = this.store.get();
      if (!job) return;
      await this.sync.flush();
      const body = {action, hunk_ids: [...hunks]};
      const bundle = await this.api.call('review', {job_id: job.job_id, body});
      this.store.dispatch({type: 'bundle', bundle});
      const next = action === 'reset' ? undefined : nextPending(numbered(bundle), hunks[0] ?? null);
      if (next) this.store.dispatch({type: 'select', hunk: next.hunk.hunk_id});
      await this.sync.refresh();
      if (next) await this.select(next.hunk.hunk_id);
    });
  }

  /**
   * Decides about all hunks, or all of a file: about those that are not decided, so that earlier decisions stay; and
   * about all of them where everything is decided.
   */
  decideAll(action: 'accept' | 'reject', file?: string): Promise<boolean> {
    const hunks = numbered(this.store.get().bundle).filter((each) => !file || each.file.file_path === file);
    const open = hunks.filter((each) => each.decision === 'pending');
    return this.decide(action, (open.length > 0 ? open : hunks).map((each) => each.hunk.hunk_id));
  }

  /** Decides about the selected hunk; one after the other, however fast the keys come. */
  decideSelected(action: 'accept' | 'reject' | 'reset'): Promise<void> {
    this.deciding = this.deciding.then(async () => {
      const {selected} = this.store.get();
      if (selected !== null) await this.decide(action, [selected]);
    });
    return this.deciding;
  }

  /** Splits a hunk: where its parts are separate anyway, or before a line of its new text. */
  split(hunk: string, line?: number): Promise<boolean> {
    return this.sync.attempt(async () => {
      const {job} = this.store.get();
      if (!job) return;
      await this.sync.flush();
      const body: Operations['review']['body'] = {action: 'split', hunk_ids: [hunk]};
      if (line !== undefined) body.line = line;
      const before = numbered(this.store.get().bundle);
      const bundle = await this.api.call('review', {job_id: job.job_id, body});
      this.store.dispatch({type: 'bundle', bundle});
      const known = new Set(before.map((each) => each.hunk.hunk_id));
      const first = numbered(bundle).find((each) => !known.has(each.hunk.hunk_id));
      await this.sync.refresh();
      if (first) await this.select(first.hunk.hunk_id);
    });
  }

  /** Forgets everything that is staged for the open file. */
  discard(): Promise<boolean> {
    return this.sync.attempt(async () => {
      const {session, open} = this.store.get();
      if (!session || !open) return;
      this.store.dispatch({type: 'draft', text: null});
      await this.api.call('discardBuffer', {session_id: session.session_id, body: {file_path: open.path}});
      await this.sync.refresh();
    });
  }

  /** Takes back, or does again, the latest decision or edit. */
  turn(what: 'undo' | 'redo'): Promise<boolean> {
    return this.sync.attempt(async () => {
      await this.sync.flush();
      const {session} = this.store.get();
      if (!session) return;
      const bundle = await this.api.call(what, {session_id: session.session_id});
      this.store.dispatch({type: 'bundle', bundle});
      await this.sync.refresh();
    });
  }

  /** Writes what was accepted and ends the review. */
  apply(): Promise<boolean> {
    return this.writes(async ({session_id}) => {
      const {job, bundle} = this.store.get();
      if (!job) return null;
      const accepted = numbered(bundle).filter((each) => each.decision === 'accepted');
      const accepted_hunk_ids = accepted.map((each) => each.hunk.hunk_id);
      return this.api.call('apply', {body: {session_id, job_id: job.job_id, accepted_hunk_ids}});
    });
  }

  /** Writes what was accepted or typed; a review goes on. */
  save(): Promise<boolean> {
    return this.writes(({session_id}) => this.api.call('save', {session_id}));
  }

  private writes(write: (session: SessionWithChat) => Promise<Applied | null>): Promise<boolean> {
    return this.sync.attempt(async () => {
      await this.sync.flush();
      const {session} = this.store.get();
      if (!session) return;
      try {
        const applied = await write(session);
        if (!applied) return;
        this.sync.done(appliedText(applied));
      } catch (failed) {
        if (failed instanceof ApiError && failed.problem.code === 'conflict') await this.sync.conflicts();
        throw failed;
      }
      this.store.dispatch({type: 'conflicts', conflicts: []});
      await this.sync.load(session.session_id);
    });
  }

  /** Runs a command on the project with the accepted hunks, or with all of them. */
  check(command: string, selection: 'accepted' | 'all'): Promise<boolean> {
    return this.sync.attempt(async () => {
      await this.sync.flush();
      const {job} = this.store.get();
      if (!job || !command.trim()) return;
      const check = await this.api.call('startCheck', {job_id: job.job_id, body: {command, selection}});
      this.store.dispatch({type: 'check', check});
      await this.sync.offers();
    });
  }

  cancelCheck(): Promise<boolean> {
    return this.sync.attempt(async () => {
      const {job} = this.store.get();
      if (!job) return;
      const {check} = await this.api.call('cancelCheck', {job_id: job.job_id});
      this.store.dispatch({type: 'check', check});
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
    return this.sync.attempt(async () => {
      const session_id = await this.session();
      const {tool_config} = await this.api.call('setToolConfig', {session_id, body: {commands}});
      const {session} = this.store.get();
      if (session?.session_id === session_id) this.store.dispatch({type: 'session', session: {...session, tool_config}});
    });
  }

  /** Ends a job of any session. */
  cancelJob(id: string): Promise<boolean> {
    return this.sync.attempt(async () => {
      await this.api.call('cancelJob', {job_id: id});
      await this.sync.jobs();
    });
  }

  runs(): Promise<boolean> {
    return this.sync.attempt(() => this.sync.runs());
  }

  checkpoint(id: string): Promise<Checkpoint> {
    return this.api.call('getCheckpoint', {checkpoint_id: id});
  }

  /** Shows a file of a run three times: now, before it, and as it proposed. */
  compare(checkpoint: string, path?: string): Promise<boolean> {
    return this.sync.attempt(async () => {
      await this.sync.flush();
      const known = this.store.get().comparison?.checkpoint;
      const run = known?.checkpoint_id === checkpoint ? known : await this.checkpoint(checkpoint);
      const file = path ?? run.affected_files[0]?.file_path;
      if (!file) throw new Error('this run changed no file');
      const texts = await this.api.call('compare', {checkpoint_id: checkpoint, query: {file_path: file}});
      this.store.dispatch({type: 'comparison', comparison: {checkpoint: run, path: file, texts}});
    });
  }

  closeComparison(): void {
    this.store.dispatch({type: 'comparison', comparison: null});
  }

  /** What a hard rollback would take away: of each file of the run, what it is now and what it would be. */
  async previewRollback(checkpoint: string): Promise<Lost[]> {
    await this.sync.flush();
    const {affected_files} = await this.checkpoint(checkpoint);
    const all = await Promise.all(
      affected_files.map(({file_path}) =>
        this.api.call('compare', {checkpoint_id: checkpoint, query: {file_path}}),
      ),
    );
    return all
      .map((texts) => lostOf(texts.file_path, texts.current_file, texts.checkpoint_base))
      .filter((file) => file.patch.length > 0);
  }

  /** Takes working buffers back; what stands in the way is thrown to whoever asked. */
  async rollback(checkpoint: string, hunks: readonly string[] | null): Promise<void> {
    await this.sync.flush();
    const body: Operations['rollback']['body'] = hunks
      ? {mode: 'scoped_selected', hunk_ids: [...hunks]}
      : {mode: 'hard_all'};
    const {files} = await this.api.call('rollback', {checkpoint_id: checkpoint, body});
    const {comparison, session} = this.store.get();
    this.sync.done(
      `Took back ${files.length === 1 ? files[0] : `${files.length} files`} in the working buffers. Save writes that, Undo takes it back.`,
    );
    if (session) await this.sync.load(session.session_id);
    const [first] = files;
    if (comparison) await this.compare(comparison.checkpoint.checkpoint_id, comparison.path);
    else if (first) await this.openFile(first);
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
