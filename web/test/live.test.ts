import assert from 'node:assert/strict';
import {test} from 'vitest';
import {Api, ApiError, type Fetch} from '../src/api/client.ts';
import type {Event} from '../src/api/schema.ts';
import {Live, type Delta, type Hearer} from '../src/store/live.ts';
import {SseParser} from '../src/store/sse.ts';
import type {Connection} from '../src/store/state.ts';
import {event, random} from './samples.ts';

const STORY = Array.from({length: 12}, (_, i) => event(i + 1, 'assistant.message', {text: `step ${i}`}));
const AT_ONCE = {wait: () => Promise.resolve(), alarm: () => () => undefined};

function told(events: readonly Event[], end = ''): string {
  const texts = events.map((each) => `id: ${each.cursor}\nevent: ${each.type}\ndata: ${JSON.stringify(each)}\n\n`);
  return 'retry: 2000\n\n' + texts.join(': still here\n\n') + end;
}

function page(events: readonly Event[], to: number): Response {
  const status = to === STORY.length ? 'completed' : 'running';
  return Response.json({job_id: 'job_1', status, next_cursor: to, events});
}

class Ear implements Hearer {
  heard: Event[] = [];
  deltas: Delta[] = [];
  connections: Connection[] = [];
  over = false;
  gaps = 0;
  error: ApiError | undefined;

  events(events: readonly Event[]): void {
    this.heard.push(...events);
  }
  writing(delta: Delta): void {
    this.deltas.push(delta);
  }
  connection(connection: Connection): void {
    this.connections.push(connection);
  }
  missed(): void {
    this.gaps++;
  }
  ended(): void {
    this.over = true;
  }
  refused(error: ApiError): void {
    this.error = error;
  }
}

const END = 'event: end\ndata: {"status":"completed"}\n\n';

test('a stream that is cut anywhere is the same stream', () => {
  const text = told(STORY, END).replaceAll('\n', '\r\n');
  const whole = new SseParser().push(text.replaceAll('\r\n', '\n'));
  assert.equal(whole.length, 13);
  for (let seed = 1; seed < 50; seed++) {
    const next = random(seed);
    const parser = new SseParser();
    const messages = [];
    let rest = text;
    while (rest) {
      let cut = 1 + Math.floor(next() * 40);
      if (rest[cut - 1] === '\r') cut++;
      messages.push(...parser.push(rest.slice(0, cut)));
      rest = rest.slice(cut);
    }
    assert.deepEqual(messages, whole, `seed ${seed}`);
  }
});

test('every event comes once and in order, however often the connection breaks', async () => {
  for (let seed = 1; seed < 60; seed++) {
    const next = random(seed);
    const fetch: Fetch = (address, init) => {
      const polls = !address.endsWith('/stream');
      const cursor = new URL(address, 'http://x').searchParams.get('cursor');
      const from = Number(polls ? cursor : new Headers(init.headers).get('Last-Event-ID'));
      if (next() < 0.2) return Promise.reject(new TypeError('the network is gone'));
      if (next() < 0.1) return Promise.resolve(new Response('{}', {status: 503}));
      const to = Math.min(STORY.length, from + Math.floor(next() * 5));
      // A server may tell some of it again.
      const events = STORY.slice(Math.max(0, from - (next() < 0.3 ? 2 : 0)), to);
      if (polls) return Promise.resolve(page(events, to));
      return Promise.resolve(new Response(told(events, to === STORY.length ? END : '')));
    };
    const ear = new Ear();
    await new Live(new Api(fetch), 'job_1', 0, ear, AT_ONCE).follow();
    assert.deepEqual(ear.heard.map((each) => each.cursor), STORY.map((each) => each.cursor), `seed ${seed}`);
    assert.equal(ear.over, true);
  }
});

test('pieces of an answer come in their place between the events', async () => {
  const delta = (step: number, offset: number, text: string): string =>
    `event: assistant.delta\ndata: ${JSON.stringify({step, offset, text})}\n\n`;
  const text = told(STORY.slice(0, 1)) + delta(2, 0, 'a') + delta(2, 1, 'b') + told(STORY.slice(1), END);
  const ear = new Ear();
  await new Live(new Api(() => Promise.resolve(new Response(text))), 'job_1', 0, ear, AT_ONCE).follow();
  assert.deepEqual(ear.deltas, [{step: 2, offset: 0, text: 'a'}, {step: 2, offset: 1, text: 'b'}]);
  assert.equal(ear.heard.length, STORY.length);
});

test('a stream that falls silent is given up and opened again', async () => {
  let asked = 0;
  const fetch: Fetch = (_, init) => {
    if (asked++ > 0) return Promise.resolve(new Response(told(STORY, END)));
    // Never says a word, until it is let go of.
    return new Promise((_resolve, reject) => {
      init.signal!.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError')));
    });
  };
  const alarm = (_millis: number, call: () => void): (() => void) => {
    const timer = setTimeout(call, 5);
    return () => clearTimeout(timer);
  };
  const ear = new Ear();
  await new Live(new Api(fetch), 'job_1', 0, ear, {...AT_ONCE, alarm}).follow();
  assert.equal(ear.heard.length, STORY.length);
  assert.deepEqual(ear.connections.slice(0, 2), ['reconnecting', 'live']);
});

test('where no stream comes through it asks instead', async () => {
  const asked: string[] = [];
  const fetch: Fetch = (address) => {
    asked.push(address);
    if (address.endsWith('/stream')) return Promise.reject(new TypeError('cut by a proxy'));
    const from = Number(new URL(address, 'http://x').searchParams.get('cursor'));
    const to = Math.min(STORY.length, from + 5);
    return Promise.resolve(page(STORY.slice(from, to), to));
  };
  const ear = new Ear();
  await new Live(new Api(fetch), 'job_1', 0, ear, AT_ONCE).follow();
  assert.equal(ear.heard.length, STORY.length);
  assert.equal(ear.over, true);
  assert.equal(asked.filter((address) => address.endsWith('/stream')).length, 3);
  assert.ok(ear.connections.includes('polling') && ear.connections.includes('reconnecting'));
});

test('a job that is over and a login that ended are no reason to come back', async () => {
  const over = new Ear();
  await new Live(new Api(() => Promise.resolve(new Response(null, {status: 204}))), 'j', 3, over, AT_ONCE).follow();
  assert.equal(over.over, true);
  const ear = new Ear();
  const problem = {error: {code: 'unauthorized', message: 'needs its token', suggestions: []}};
  const refusing: Fetch = () => Promise.resolve(Response.json(problem, {status: 401}));
  await new Live(new Api(refusing), 'j', 0, ear, AT_ONCE).follow();
  assert.equal(ear.error?.problem.code, 'unauthorized');
  assert.equal(ear.over, false);
});

test('while nobody looks no connection is held, and afterwards nothing is missing', async () => {
  let open = 0;
  let asked = 0;
  const fetch: Fetch = (_, init) => {
    const from = Number(new Headers(init.headers).get('Last-Event-ID'));
    if (++asked > 1) return Promise.resolve(new Response(told(STORY.slice(from), END)));
    open++;
    return new Promise((_resolve, reject) => {
      init.signal!.addEventListener('abort', () => {
        open--;
        reject(new DOMException('gone', 'AbortError'));
      });
    });
  };
  // Waits only for the end of a rest.
  const wait = (_: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve())));
  const ear = new Ear();
  const live = new Live(new Api(fetch), 'job_1', 0, ear, {...AT_ONCE, wait});
  const followed = live.follow();
  assert.equal(open, 1);
  live.rest(true);
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual([open, asked, ear.connections], [0, 1, ['idle']]);
  live.rest(false);
  await followed;
  assert.deepEqual(ear.heard.map((each) => each.cursor), STORY.map((each) => each.cursor));
  // One that rests from the beginning asks for nothing, and can be closed.
  const late = new Live(new Api(() => assert.fail('it rests')), 'job_1', 0, ear, {...AT_ONCE, wait});
  late.rest(true);
  const rested = late.follow();
  late.close();
  await rested;
});

test('events that are no longer kept are told', async () => {
  const ear = new Ear();
  const text = `retry: 2000\n\nevent: missed\ndata: {"missed":7}\n\n${told(STORY.slice(7), END)}`;
  await new Live(new Api(() => Promise.resolve(new Response(text))), 'job_1', 0, ear, AT_ONCE).follow();
  assert.deepEqual([ear.gaps, ear.heard.length], [1, 5]);
});

test('addresses are made of escaped names', async () => {
  const asked: string[] = [];
  const api = new Api((address) => {
    asked.push(address);
    return Promise.resolve(Response.json({}));
  });
  await api.call('readBase', {session_id: 'a/b?c', query: {file_path: 'x y&z=ü'}});
  assert.deepEqual(asked, ['/api/agent/sessions/a%2Fb%3Fc/base?file_path=x+y%26z%3D%C3%BC']);
});
