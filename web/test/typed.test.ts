import assert from 'node:assert/strict';
import {test, vi} from 'vitest';
import {Api, type Fetch} from '../src/api/client.ts';
import {Actions} from '../src/store/actions.ts';
import {Store} from '../src/store/store.ts';
import {session} from './samples.ts';

vi.stubGlobal('history', {replaceState: () => undefined});
vi.stubGlobal('location', {hash: ''});

/** A server with one buffer, which others write to as well. */
class Buffers {
  text = 'one\n';
  version = 1;
  saved = 0;
  readonly asked: string[] = [];

  write(text: string): void {
    this.text = text;
    this.version++;
  }

  readonly fetch: Fetch = (address, init) => {
    const path = address.replace(/\?.*/, '');
    this.asked.push(`${init.method} ${path}`);
    return Promise.resolve(this.answer(path, init));
  };

  private answer(path: string, init: RequestInit): Response {
    const hash = `h${this.version}`;
    if (path.endsWith('/buffer') && init.method === 'PUT') {
      const body = JSON.parse(String(init.body)) as {content: string; base_hash: string};
      const problem = {code: 'stale_buffer', message: 'has changed', suggestions: []};
      if (body.base_hash !== hash) return Response.json({error: problem}, {status: 409});
      this.write(body.content);
      return Response.json({file_path: 'a', content: this.text, file_hash: `h${this.version}`, change_log: []});
    }
    if (path.endsWith('/buffer')) return Response.json({file_path: 'a', content: this.text, file_hash: hash, change_log: []});
    if (path.endsWith('/base')) return Response.json({file_path: 'a', content: 'one\n'});
    if (path.endsWith('/save')) {
      this.saved++;
      return Response.json({applied_files: []});
    }
    const id = /\/sessions\/(\w+)$/.exec(path)?.[1];
    if (id) return Response.json({...session(id), last_job_id: null});
    return Response.json({buffers: [], files: ['a'], checkpoints: [], recipes: [], problems: [], conflicts: [], last_command: null, jobs: [], sessions: [], requests: 0, models: []});
  }
}

async function opened(server: Buffers): Promise<{store: Store; actions: Actions}> {
  const store = new Store();
  const actions = new Actions(store, new Api(server.fetch));
  await actions.openSession('sess_1');
  await actions.openFile('a');
  return {store, actions};
}

test('a job does not overtake what was said about commands a moment ago', async () => {
  const sent: string[] = [];
  let allowed: () => void = () => undefined;
  const fetch: Fetch = async (address, init) => {
    const path = address.replace(/\?.*/, '').replace('/api/agent/', '');
    if (init.method !== 'GET') sent.push(path);
    if (path.endsWith('/tool_config')) await new Promise<void>((resolve) => (allowed = resolve));
    if (path === 'run') return Response.json({job_id: 'job_2', status: 'queued', behind: 'job_1'});
    return Response.json({...session(), jobs: []});
  };
  const store = new Store();
  store.dispatch({type: 'session', session: session()});
  const actions = new Actions(store, new Api(fetch));
  const said = actions.allowCommands('off');
  const run = actions.run('do it', undefined, []);
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(sent, ['sessions/sess_1/tool_config']);
  allowed();
  await Promise.all([said, run]);
  assert.deepEqual(sent, ['sessions/sess_1/tool_config', 'run']);
});

test('a job is not begun where what was said about commands could not be kept, and then as it is', async () => {
  const sent: string[] = [];
  const fetch: Fetch = (address, init) => {
    const path = address.replace(/\?.*/, '').replace('/api/agent/', '');
    if (init.method !== 'GET') sent.push(path);
    if (path.endsWith('/tool_config')) return Promise.reject(new TypeError('the network is gone'));
    if (path === 'run') return Promise.resolve(Response.json({job_id: 'job_2', status: 'queued', behind: 'job_1'}));
    return Promise.resolve(Response.json({...session(), jobs: []}));
  };
  const store = new Store();
  store.dispatch({type: 'session', session: session()});
  const actions = new Actions(store, new Api(fetch));
  actions.compose({text: 'do it'});
  void actions.allowCommands('off');
  assert.equal(await actions.run('do it', undefined, []), false);
  assert.deepEqual(sent, ['sessions/sess_1/tool_config']);
  assert.equal(store.get().composed.text, 'do it', 'nothing that was typed is lost');
  assert.equal(await actions.run('do it', undefined, []), true);
});

test('what was typed a moment ago is handed over before another session is opened', async () => {
  const server = new Buffers();
  const {store, actions} = await opened(server);
  actions.draft('ONE\n');
  await actions.openSession('sess_2');
  assert.equal(server.text, 'ONE\n');
  assert.equal(store.get().session?.session_id, 'sess_2');
});

test('the text of somebody else is put over by Save only, and only after the person was told', async () => {
  const server = new Buffers();
  const {store, actions} = await opened(server);
  actions.draft('mine\n');
  server.write('theirs\n');
  // Heard of before anything was handed over.
  await actions.history.list();
  actions.wake();
  await vi.waitFor(() => assert.equal(store.get().open?.hash, 'h2'));
  const refused = (): string => store.get().notices.map((each) => each.text).join();
  assert.equal(await actions.review.turn('undo'), false);
  assert.match(refused(), /changed by someone else/);
  assert.equal(store.get().notices.at(-1)?.stays, true);
  assert.equal(await actions.keep(), false, 'also when the typing pauses again');
  assert.equal(await actions.openSession('sess_2'), false, 'and nothing is left behind');
  assert.equal(server.text, 'theirs\n');
  assert.equal(store.get().draft, 'mine\n');
  assert.equal(await actions.review.save(), true);
  assert.equal(server.text, 'mine\n');
  assert.equal(server.saved, 1);
});

test('Save that comes before the person was told asks first', async () => {
  const server = new Buffers();
  const {store, actions} = await opened(server);
  actions.draft('mine\n');
  server.write('theirs\n');
  actions.wake();
  await vi.waitFor(() => assert.equal(store.get().open?.hash, 'h2'));
  assert.equal(await actions.review.save(), false);
  assert.deepEqual([server.text, server.saved], ['theirs\n', 0]);
  // A third text comes: that is news again.
  server.write('and theirs\n');
  assert.equal(await actions.review.save(), false);
  assert.equal(server.text, 'and theirs\n');
  assert.equal(await actions.review.save(), true);
  assert.equal(server.text, 'mine\n');
});
