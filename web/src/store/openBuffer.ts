import {ApiError, type Api} from '../api/client.ts';
import {numbered} from '../review/hunks.ts';
import {sentence} from './refusals.ts';
import type {OpenFile} from './state.ts';
import type {Store} from './store.ts';

/** Two people typed into one buffer: nobody's text is put over the other's before somebody says so. */
export class Contested extends Error {}

/** The file that is open, as the server has it in the working buffer, and what was typed into it. */
export class OpenBuffer {
  private readonly store: Store;
  private readonly api: Api;
  private readonly refresh: () => Promise<void>;
  /** The buffer of which a person was told that it is another than the one typed into. */
  private told = '';

  /** @param refresh gets everything that the server has now */
  constructor(store: Store, api: Api, refresh: () => Promise<void>) {
    this.store = store;
    this.api = api;
    this.refresh = refresh;
  }

  /** The open file, again: its buffer may be another. With none open, the first that changed. */
  async reopen(): Promise<void> {
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

  /**
   * What was typed becomes hunks of the person, in the working buffer.
   *
   * @param over whether it is put over what somebody else made of the buffer meanwhile, once the person was told of that
   */
  async flush(over = false): Promise<void> {
    const {session, open, draft, draftHash} = this.store.get();
    if (!session || !open || draft === null) return;
    const body = {file_path: open.path, content: draft, base_hash: over && this.told === `${open.path}\n${open.hash}` ? open.hash : draftHash};
    try {
      const buffer = await this.api.call('writeBuffer', {session_id: session.session_id, body});
      const now = this.store.get();
      if (now.open?.path === open.path) {
        this.store.dispatch({type: 'open', file: {...now.open, content: buffer.content, hash: buffer.file_hash}});
        // What was typed meanwhile is still to be handed over.
        this.store.dispatch({type: 'draft', text: now.draft === draft ? null : now.draft, hash: buffer.file_hash});
      }
    } catch (failed) {
      if (!(failed instanceof ApiError) || failed.problem.code !== 'stale_buffer') throw failed;
      await this.refresh();
      this.told = `${open.path}\n${this.store.get().open?.hash}`;
      throw new Contested(
        `${open.path} was changed by someone else meanwhile. What you typed is still here: Save puts it over that, Discard drops it`,
      );
    }
    await this.refresh();
  }
}
