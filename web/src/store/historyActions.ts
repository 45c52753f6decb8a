import type {Api} from '../api/client.ts';
import type {Checkpoint} from '../api/schema.ts';
import {lostBy, lostOf, type Lost} from '../review/compare.ts';
import type {Operations} from './names.ts';
import type {ReviewActions} from './reviewActions.ts';
import type {Store} from './store.ts';
import type {Sync} from './sync.ts';

/** What a person can do with the runs of a session: compare them, and take them back. */
export class HistoryActions {
  private readonly store: Store;
  private readonly api: Api;
  private readonly sync: Sync;
  private readonly review: ReviewActions;

  constructor(store: Store, api: Api, sync: Sync, review: ReviewActions) {
    this.store = store;
    this.api = api;
    this.sync = sync;
    this.review = review;
  }

  /** The runs of the session, again. */
  list(): Promise<boolean> {
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

  /** What a hard rollback would take away of each file, line by line, and whose lines these are. */
  async previewRollback(checkpoint: string): Promise<Lost[]> {
    await this.sync.flush();
    const {affected_files} = await this.checkpoint(checkpoint);
    const {runs} = this.store.get();
    const newer = runs.slice(0, Math.max(0, runs.findIndex((run) => run.checkpoint_id === checkpoint)));
    // The server knows which files would change; of those with lines it is told whose they are.
    const {files} = await this.api.call('previewRollback', {checkpoint_id: checkpoint, body: {mode: 'hard_all'}});
    const compared = new Set(affected_files.map((file) => file.file_path));
    return Promise.all(
      files.map(async ({file_path: path, patch, whole}) => {
        const later = newer.some((run) => run.files.some((file) => file.file_path === path && file.applied > 0));
        let lost = lostBy(path, patch, later);
        if (patch && compared.has(path)) {
          const texts = await this.api.call('compare', {checkpoint_id: checkpoint, query: {file_path: path}});
          const told = lostOf(path, texts.checkpoint_base, texts.current_file, texts.agent_proposed, later);
          if (told.lines.length > 0) lost = told;
        }
        return whole ? {...lost, whole} : lost;
      }),
    );
  }

  /** Takes a rollback back, also one that was saved. */
  undoRollback(rollback: string): Promise<boolean> {
    return this.sync.attempt(async () => {
      await this.sync.flush();
      const {session} = this.store.get();
      if (!session) return;
      const {files} = await this.api.call('undoRollback', {session_id: session.session_id, rollback_id: rollback});
      this.sync.done(
        files.length === 0
          ? 'The rollback is taken back; the files were so already.'
          : `Brought back ${files.length === 1 ? files[0] : `${files.length} files`} in the working buffers. Save writes that.`,
      );
      await this.sync.again(session.session_id);
      const [first] = files;
      if (first) await this.review.open(first);
    });
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
      `Took back ${files.length === 1 ? files[0] : `${files.length} files`} in the working buffers. Save writes that, Undo takes it back; so does the list of runs, whenever.`,
    );
    if (session) await this.sync.again(session.session_id);
    const [first] = files;
    if (comparison) await this.compare(comparison.checkpoint.checkpoint_id, comparison.path);
    else if (first) await this.review.open(first);
  }
}
