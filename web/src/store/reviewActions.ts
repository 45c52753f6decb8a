import {ApiError, type Api} from '../api/client.ts';
import type {Applied, FileConflict, SessionWithChat} from '../api/schema.ts';
import {nextPending, numbered, step} from '../review/hunks.ts';
import type {Operations} from './names.ts';
import {appliedText} from './state.ts';
import type {Store} from './store.ts';
import type {Sync} from './sync.ts';

/** What a person can do with what is staged: look, decide, check, write. */
export class ReviewActions {
  private readonly store: Store;
  private readonly api: Api;
  private readonly sync: Sync;
  private deciding: Promise<void> = Promise.resolve();

  constructor(store: Store, api: Api, sync: Sync) {
    this.store = store;
    this.api = api;
    this.sync = sync;
  }

  /** Shows a file; what was typed in another one is handed over first. */
  open(path: string, line?: number): Promise<boolean> {
    if (this.store.get().open?.path === path && line === undefined) return Promise.resolve(true);
    return this.sync.attempt(async () => {
      await this.sync.flush();
      await this.sync.show(path, line);
    });
  }

  /** The next or previous file that has hunks. */
  async moveFile(by: 1 | -1): Promise<void> {
    const {bundle, open} = this.store.get();
    const files = bundle?.files ?? [];
    if (files.length === 0) return;
    const at = files.findIndex((file) => (file.target_path ?? file.file_path) === open?.path);
    const next = files[(at < 0 ? (by > 0 ? 0 : -1) : at + by + files.length) % files.length] ?? files.at(-1)!;
    await this.open(next.target_path ?? next.file_path);
  }

  /** Selects a hunk and shows its file. */
  async select(id: string): Promise<void> {
    const found = numbered(this.store.get().bundle).find((each) => each.hunk.hunk_id === id);
    if (!found) return;
    const path = found.file.target_path ?? found.file.file_path;
    if (this.store.get().open?.path !== path && !(await this.open(path))) return;
    this.store.dispatch({type: 'select', hunk: id});
  }

  async move(by: 1 | -1): Promise<void> {
    const {bundle, selected} = this.store.get();
    const next = step(numbered(bundle), selected, by);
    if (next) await this.select(next.hunk.hunk_id);
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
  async decideAll(action: 'accept' | 'reject', file?: string): Promise<boolean> {
    // What was typed a moment ago is one of them.
    if (!(await this.sync.attempt(() => this.sync.flush()))) return false;
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
      await this.sync.conflicts();
    });
  }

  /** Ends a conflict about a file: with what is on the disk, or with what is staged put over it anew. */
  settle({file_path, proposed}: FileConflict, by: 'disk' | 'staged'): Promise<boolean> {
    return this.sync.attempt(async () => {
      const {session, open} = this.store.get();
      if (!session) return;
      const {session_id} = session;
      if (open?.path === file_path) this.store.dispatch({type: 'draft', text: null});
      await this.api.call('discardBuffer', {session_id, body: {file_path}});
      try {
        if (by === 'staged' && proposed !== null) {
          const now = await this.hashOf(session_id, file_path);
          const body = {file_path, content: proposed, ...(now ? {base_hash: now} : {})};
          await this.api.call('writeBuffer', {session_id, body});
        }
      } catch (failed) {
        // What was staged is not lost: it is what was typed now.
        await this.sync.show(file_path);
        this.store.dispatch({type: 'draft', text: proposed});
        throw failed;
      }
      await this.sync.refresh();
      await this.sync.conflicts();
    });
  }

  /** The hash of the working buffer of a file; empty where there is none. */
  private async hashOf(session_id: string, file_path: string): Promise<string> {
    try {
      return (await this.api.call('readBuffer', {session_id, query: {file_path}})).file_hash;
    } catch (failed) {
      if (failed instanceof ApiError && failed.status === 404) return '';
      throw failed;
    }
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
    return this.writes(({session_id}) => this.api.call('save', {session_id}), true);
  }

  /** @param over whether what was typed is put over what somebody else made of its buffer meanwhile */
  private writes(write: (session: SessionWithChat) => Promise<Applied | null>, over = false): Promise<boolean> {
    return this.sync.attempt(async () => {
      await this.sync.flush(over);
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
      if (this.store.get().session?.session_id === session.session_id) this.store.dispatch({type: 'conflicts', conflicts: []});
      await this.sync.again(session.session_id);
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
}
