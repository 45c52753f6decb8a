import assert from 'node:assert/strict';
import {test, vi} from 'vitest';
import {Api, type Fetch} from '../src/api/client.ts';
import type {Event, Job} from '../src/api/schema.ts';
import {Store} from '../src/store/store.ts';
import {Actions} from '../src/store/actions.ts';
import {Sync} from '../src/store/sync.ts';
import {timeline} from '../src/ui/timeline.ts';
import {event, hunk, job, random, session} from './samples.ts';

const STORY: readonly Event[] = [
  event(1, 'job.queued', {instruction: 'fix it'}),
  event(2, 'job.started'),
  ...Array.from({length: 6}, (_, i) => [
    event(3 + 3 * i, 'assistant.message', {step: i + 1, text: `Step ${i}.`}),
    event(4 + 3 * i, 'tool.call.requested', {tool_call_id: `c${i}`, tool: 'read_file'}),
    event(5 + 3 * i, 'tool.call.completed', {tool_call_id: `c${i}`, ok: true}),
  ]).flat(),
  event(21, 'helper.reported', {helper: 'h', type: 'tool.call.requested', data: {tool: 'read_file'}}),
  event(22, 'approval.requested', {command: 'make'}),
  event(23, 'approval.received', {decision: 'allow', actor: 'Ada'}),
  event(24, 'job.failed', {code: 'interrupted', message: 'the server ended'}),
  event(25, 'job.resumed'),
  event(26, 'diff.generated', {hunks: 1}),
  event(27, 'check.started', {check_id: 'x'}),
  event(28, 'check.output', {check_id: 'x', text: 'ok'}),
  event(29, 'check.finished', {check_id: 'x', status: 'passed'}),
  event(30, 'apply.started', {actor: 'Ada'}),
  event(31, 'apply.conflict', {message: 'a has changed'}),
  event(32, 'checkpoint.rollback.completed', {actor: 'Ada'}),
  event(33, 'review.updated', {action: 'accept', hunk_ids: ['h1'], actor: 'Ada'}),
  event(34, 'apply.completed'),
];
const LAST = STORY.length;
const at = (type: Event['type']): number => STORY.find((each) => each.type === type)!.cursor;
const CHECK = {check_id: 'x', command: 'make', selection: 'all', pinned: 'all', hunks: [1], total: 1, fingerprint: 'f', output: 'ok', exit_code: 0, millis: 1, message: '', started_at: ''};

/** Where the job stands after so many events. */
function statusAt(told: number): Job['status'] {
  if (told === LAST) return 'completed';
  if (told >= at('diff.generated')) return 'awaiting_review';
  if (told === at('job.failed')) return 'failed';
  return told === at('approval.requested') ? 'waiting_for_user' : 'running';
}

/** A server on which one job goes on with every look at it, over a network that breaks as the numbers say. */
class Server {
  told = 0;
  private readonly next: () => number;
  private readonly breaks: number;

  constructor(seed: number, breaks: number) {
    this.next = random(seed);
    this.breaks = breaks;
  }

  readonly fetch: Fetch = (address, init) => {
    if (this.next() < this.breaks) return Promise.reject(new TypeError('the network is gone'));
    this.told = Math.min(LAST, this.told + Math.floor(this.next() * 4));
    const path = address.replace(/\?.*/, '');
    if (path.endsWith('/stream')) return Promise.resolve(this.stream(new Headers(init.headers)));
    return Promise.resolve(Response.json(this.answer(path, address)));
  };

  private stream(headers: Headers): Response {
    const from = Number(headers.get('Last-Event-ID'));
    // Some of it is told again, and the answer that is being written always from its beginning.
    const events = STORY.slice(Math.max(0, from - Math.floor(this.next() * 3)), this.told);
    const texts = events.map((each) => `id: ${each.cursor}\nevent: ${each.type}\ndata: ${JSON.stringify(each)}\n\n`);
    if (this.told < 18) texts.push('event: assistant.delta\ndata: {"step":99,"offset":0,"text":"being written"}\n\n');
    if (this.told === LAST) texts.push('event: end\ndata: {"status":"completed"}\n\n');
    return new Response(`retry: 10\n\n${texts.join('')}`);
  }

  private check(): Job['check'] {
    if (this.told < at('check.started')) return null;
    return {...CHECK, status: this.told >= at('check.finished') ? 'passed' : 'running'} as Job['check'];
  }

  private answer(path: string, address: string): unknown {
    const known = STORY.slice(0, this.told);
    if (path.endsWith('/events')) {
      const from = Number(new URL(address, 'http://x').searchParams.get('cursor'));
      return {job_id: 'job_1', status: statusAt(this.told), next_cursor: this.told, events: known.slice(from), draft: null};
    }
    if (path.endsWith('/jobs/job_1')) {
      return job({status: statusAt(this.told), cursor: this.told, check: this.check()});
    }
    if (path.endsWith('/diff')) {
      const staged = this.told >= at('diff.generated') && this.told < LAST;
      const hunks = [hunk('h1', this.told >= at('review.updated') ? {accepted: true, decided_by: 'Ada'} : {})];
      return {job_id: 'job_1', files: staged ? [{file_path: 'a', base_file_hash: '', hunks}] : []};
    }
    if (path.endsWith('/check')) return {check: this.check()};
    if (path.endsWith('/conflicts')) {
      const clashes = this.told >= at('apply.conflict') && this.told < at('review.updated');
      return {conflicts: clashes ? [{file_path: 'a', message: '', base: '', current: '', proposed: '', binary: false}] : []};
    }
    if (path.endsWith('/sessions/sess_1')) return session();
    if (path.endsWith('/buffer')) return {file_path: 'a', content: 'ONE\n', file_hash: 'x', change_log: []};
    if (path.endsWith('/base')) return {file_path: 'a', content: 'one\n'};
    if (path.endsWith('/usage')) return {requests: 6, models: []};
    const lists = {buffers: [], files: ['a'], checkpoints: [], recipes: [], problems: [], last_command: null, jobs: []};
    return lists;
  }
}

vi.stubGlobal('history', {replaceState: () => undefined});

/** Loads the session and follows it to its end, reconnecting whenever the numbers say so. */
async function followed(seed: number, breaks: number): Promise<Store> {
  const server = new Server(seed, breaks);
  const store = new Store();
  const sync = new Sync(store, new Api(server.fetch));
  const next = random(seed + 1_000);
  for (let round = 0; round < 400; round++) {
    const before = store.get();
    const over = before.status === 'completed' && before.job?.status === 'completed' && before.events.length === LAST;
    if (over && before.bundle === null && before.writing === null && sync.isWhole()) break;
    if (before.session === null || next() < 0.1) await sync.attempt(() => sync.load('sess_1'));
    else if (next() < 0.3) await sync.attempt(() => sync.wake());
    await vi.advanceTimersByTimeAsync(700);
  }
  return store;
}

test('reconnects, reloads and sleeps in any order end with the state of a fresh load', async () => {
  vi.useFakeTimers();
  try {
    const fresh = await followed(1, 0);
    const shown = (store: Store): unknown => {
      const {session: of, job: last, status, events, writing, bundle, buffers, files, check, conflicts} = store.get();
      const chat = timeline(of?.chat ?? [], last, events, writing);
      return {of, last, status, events, writing, bundle, buffers, files, check, conflicts, chat};
    };
    const wanted = shown(fresh);
    assert.equal(fresh.get().events.length, LAST);
    for (let seed = 2; seed < 40; seed++) {
      assert.deepEqual(shown(await followed(seed, 0.3)), wanted, `seed ${seed}`);
    }
  } finally {
    vi.useRealTimers();
  }
}, 60_000);

test('what was typed before there was a session stays; another session has its own words', async () => {
  vi.useFakeTimers();
  try {
    const server = new Server(3, 0);
    const store = new Store();
    const sync = new Sync(store, new Api(server.fetch));
    store.dispatch({type: 'composed', composed: {text: 'typed early', rows: []}});
    await sync.load('sess_1');
    assert.equal(store.get().composed.text, 'typed early');
    await sync.load('sess_1');
    assert.equal(store.get().composed.text, 'typed early');
    store.dispatch({type: 'session', session: session('sess_0')});
    await sync.load('sess_1');
    assert.equal(store.get().composed.text, '');
  } finally {
    vi.useRealTimers();
  }
});

test('of two sessions that are on their way the one that was asked for last is shown', async () => {
  const answers = new Map<string, () => void>();
  const fetch: Fetch = async (address) => {
    const id = /\/sessions\/(\w+)$/.exec(address.replace(/\?.*/, ''))?.[1];
    if (id) await new Promise<void>((resolve) => answers.set(id, resolve));
    if (id) return Response.json({...session(id), last_job_id: null});
    return Response.json({buffers: [], files: [], checkpoints: [], recipes: [], problems: [], conflicts: [], last_command: null, jobs: [], requests: 0, models: []});
  };
  const store = new Store();
  const sync = new Sync(store, new Api(fetch));
  const slow = sync.load('slow');
  const wanted = sync.load('wanted');
  answers.get('wanted')!();
  await wanted;
  answers.get('slow')!();
  await slow;
  assert.equal(store.get().session?.session_id, 'wanted');
  assert.equal(store.get().loading, false);
});

test('a session is loaded again only while it is the one that was asked for last', async () => {
  const asked: string[] = [];
  const held = new Map<string, () => void>();
  const fetch: Fetch = async (address) => {
    const id = /\/sessions\/(\w+)$/.exec(address.replace(/\?.*/, ''))?.[1];
    if (!id) return Response.json({buffers: [], files: [], checkpoints: [], recipes: [], problems: [], conflicts: [], last_command: null, jobs: [], requests: 0, models: []});
    asked.push(id);
    if (id === 'slow') await new Promise<void>((resolve) => held.set(id, resolve));
    return Response.json({...session(id), title: `${id}, look ${asked.length}`, last_job_id: null});
  };
  const store = new Store();
  const sync = new Sync(store, new Api(fetch));
  await sync.again('first');
  assert.deepEqual(asked, [], 'nobody has asked for it');
  await sync.load('first');
  await sync.again('first');
  assert.deepEqual(asked, ['first', 'first']);
  assert.equal(store.get().session?.title, 'first, look 2');
  // Somebody goes elsewhere: what was begun in the first does not lead back, not even while the other is on its way.
  const gone = sync.load('slow');
  await sync.again('first');
  assert.deepEqual(asked, ['first', 'first', 'slow']);
  held.get('slow')!();
  await gone;
  await sync.again('first');
  assert.equal(store.get().session?.session_id, 'slow');
  assert.deepEqual(asked, ['first', 'first', 'slow']);
});

test('who could not go to another session is still in this one, and so is what is done there', async () => {
  const asked: string[] = [];
  const fetch: Fetch = (address) => {
    const id = /\/sessions\/(\w+)$/.exec(address.replace(/\?.*/, ''))?.[1];
    if (!id) return Promise.resolve(Response.json({buffers: [], files: [], checkpoints: [], recipes: [], problems: [], conflicts: [], last_command: null, jobs: [], requests: 0, models: []}));
    asked.push(id);
    if (id === 'here') return Promise.resolve(Response.json({...session(id), last_job_id: null}));
    const error = {code: 'session_unusable', message: 'its folder is not served', suggestions: []};
    return Promise.resolve(Response.json({error}, {status: 409}));
  };
  const store = new Store();
  const sync = new Sync(store, new Api(fetch));
  await sync.load('here');
  await assert.rejects(sync.load('elsewhere'), /not served/);
  await sync.again('here');
  assert.deepEqual(asked, ['here', 'elsewhere', 'here']);
});

test('a look around does not go back to a session that was left meanwhile', async () => {
  let answer: () => void = () => undefined;
  const looked = new Promise<void>((resolve) => (answer = resolve));
  const asked: string[] = [];
  const fetch: Fetch = async (address) => {
    asked.push(address.replace(/\?.*/, ''));
    await looked;
    if (/\/sessions\?/.test(address)) return Response.json({sessions: [{...session('a'), last_job_id: 'job_2'}, session('b')]});
    return Response.json({jobs: []});
  };
  const store = new Store();
  const actions = new Actions(store, new Api(fetch));
  store.dispatch({type: 'session', session: session('a')});
  const look = actions.look();
  store.dispatch({type: 'session', session: session('b')});
  answer();
  await look;
  assert.equal(store.get().session?.session_id, 'b');
  assert.ok(!asked.some((path) => path.endsWith('/sessions/a')), asked.join());
});

/** A session whose job is over, to which others do something. */
class Shared {
  revision = 1;
  commands = 'off';
  text = 'one\n';
  readonly asked: string[] = [];

  private session(): object {
    const updated_at = new Date(1_700_000_000_000 + this.revision).toISOString();
    return {...session(), last_job_id: null, revision: this.revision, tool_config: {commands: this.commands}, updated_at};
  }

  readonly fetch: Fetch = (address) => {
    const path = address.replace(/\?.*/, '');
    this.asked.push(path.replace(/.*\//, ''));
    const buffer = {file_path: 'a', content: this.text, file_hash: `h${this.revision}`, change_log: []};
    if (path.endsWith('/sessions')) return Promise.resolve(Response.json({sessions: [this.session()]}));
    if (path.endsWith('/sessions/sess_1')) return Promise.resolve(Response.json(this.session()));
    if (path.endsWith('/buffer') || path.endsWith('/base')) return Promise.resolve(Response.json(buffer));
    const buffers = this.text === 'one\n' ? [] : [{file_path: 'a'}];
    const conflicts = this.text === 'two\n' ? [{file_path: 'a'}] : [];
    return Promise.resolve(Response.json({buffers, conflicts, files: ['a'], checkpoints: [], recipes: [], problems: [], last_command: null, jobs: [], requests: 0, models: []}));
  };
}

test('what others do is seen where no job tells of it: edits, conflicts, what is allowed', async () => {
  const server = new Shared();
  const store = new Store();
  const actions = new Actions(store, new Api(server.fetch));
  await actions.openSession('sess_1');
  await actions.openFile('a');
  await actions.look();
  server.asked.length = 0;
  await actions.look();
  assert.deepEqual(server.asked.sort(), ['jobs', 'sessions'], 'where nothing happened, nothing is fetched');
  server.text = 'two\n';
  server.commands = 'ask';
  server.revision++;
  await actions.look();
  const now = store.get();
  assert.equal(now.open?.content, 'two\n');
  assert.equal(now.session?.tool_config.commands, 'ask');
  assert.equal(now.conflicts.length, 1);
  server.text = 'three\n';
  server.revision++;
  await actions.look();
  assert.equal(store.get().open?.content, 'three\n');
  assert.deepEqual(store.get().conflicts, []);
});

test('the job that waited is followed as soon as it begins, also where that takes a while', async () => {
  vi.useFakeTimers();
  try {
    const begins = Date.now() + 6_000;
    const done = event(1, 'job.completed');
    const next = (): boolean => Date.now() >= begins;
    const waiting = {job_id: 'job_2', session_id: 'sess_1', instruction: 'next', status: 'queued', queue_position: 1};
    const fetch: Fetch = (address) => {
      const path = address.replace(/\?.*/, '');
      if (path.endsWith('/job_1/stream')) return Promise.resolve(new Response(`event: ${done.type}\ndata: ${JSON.stringify(done)}\n\nevent: end\ndata: {}\n\n`));
      if (path.endsWith('/stream')) return Promise.resolve(new Response(null, {status: 204}));
      if (path.endsWith('/jobs/job_1')) return Promise.resolve(Response.json(job({status: 'completed', cursor: 1})));
      if (path.endsWith('/jobs/job_2')) return Promise.resolve(Response.json(job({job_id: 'job_2', status: 'completed'})));
      if (path.endsWith('/jobs')) return Promise.resolve(Response.json({jobs: [next() ? waiting : {...waiting, behind: 'job_1'}]}));
      if (path.endsWith('/diff')) return Promise.resolve(Response.json({job_id: 'job_1', files: []}));
      if (path.endsWith('/events')) return Promise.resolve(Response.json({job_id: 'job_1', events: [done], status: 'completed', next_cursor: 1}));
      if (path.endsWith('/sessions/sess_1')) return Promise.resolve(Response.json({...session(), last_job_id: next() ? 'job_2' : 'job_1'}));
      return Promise.resolve(Response.json({buffers: [], files: [], checkpoints: [], recipes: [], problems: [], conflicts: [], last_command: null, requests: 0, models: []}));
    };
    const store = new Store();
    const sync = new Sync(store, new Api(fetch));
    await sync.jobs();
    await sync.load('sess_1');
    await vi.advanceTimersByTimeAsync(5_000);
    assert.equal(store.get().job?.job_id, 'job_1');
    await vi.advanceTimersByTimeAsync(3_000);
    assert.equal(store.get().job?.job_id, 'job_2');
  } finally {
    vi.useRealTimers();
  }
});
