import assert from 'node:assert/strict';
import {test, vi} from 'vitest';
import {Api, type Fetch} from '../src/api/client.ts';
import type {Event} from '../src/api/schema.ts';
import {Store} from '../src/store/store.ts';
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
  event(21, 'diff.generated', {hunks: 1}),
  event(22, 'review.updated', {action: 'accept', hunk_ids: ['h1'], actor: 'Ada'}),
  event(23, 'apply.completed'),
];
const LAST = STORY.length;

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

  private answer(path: string, address: string): unknown {
    const known = STORY.slice(0, this.told);
    if (path.endsWith('/events')) {
      const from = Number(new URL(address, 'http://x').searchParams.get('cursor'));
      const status = this.told === LAST ? 'completed' : 'running';
      return {job_id: 'job_1', status, next_cursor: this.told, events: known.slice(from), draft: null};
    }
    if (path.endsWith('/jobs/job_1')) {
      const reviewed = this.told >= 21;
      const status = this.told === LAST ? 'completed' : reviewed ? 'awaiting_review' : 'running';
      return job({status, cursor: this.told});
    }
    if (path.endsWith('/diff')) {
      const staged = this.told >= 21 && this.told < LAST;
      const hunks = [hunk('h1', this.told >= 22 ? {accepted: true, decided_by: 'Ada'} : {})];
      return {job_id: 'job_1', files: staged ? [{file_path: 'a', base_file_hash: '', hunks}] : []};
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
      const {session: at, job: of, status, events, writing, bundle, buffers, files} = store.get();
      return {at, of, status, events, writing, bundle, buffers, files, chat: timeline(at?.chat ?? [], of, events, writing)};
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
