import assert from 'node:assert/strict';
import {test} from 'vitest';
import type {Event} from '../src/api/schema.ts';
import {changesJob, isAtWork, MOST_EVENTS, reduce, statusOf} from '../src/store/reduce.ts';
import {EMPTY, type State} from '../src/store/state.ts';
import {timeline} from '../src/ui/timeline.ts';
import {event, hunk, job, random, session} from './samples.ts';

const running = (): State =>
  reduce(reduce(EMPTY, {type: 'session', session: session()}), {type: 'follow', job: job()});

const STORY: readonly Event[] = [
  event(1, 'job.queued', {instruction: 'fix it'}),
  event(2, 'job.started'),
  event(3, 'provider.selected', {model: 'm'}),
  event(4, 'assistant.message', {text: 'I look.'}),
  event(5, 'tool.call.requested', {tool_call_id: 'c', tool: 'read_file'}),
  event(6, 'tool.call.completed', {tool_call_id: 'c', ok: true}),
  event(7, 'provider.fallback', {to: 'n', reason: 'overloaded'}),
  event(8, 'helper.reported', {helper: 'h', type: 'tool.call.requested', data: {tool: 'read_file'}}),
  event(9, 'clarification.requested', {question: 'Sure?'}),
  event(10, 'clarification.received', {answer: 'yes'}),
  event(11, 'approval.requested', {command: 'make'}),
  event(12, 'approval.received', {decision: 'allow'}),
  event(13, 'job.failed', {code: 'interrupted'}),
  event(14, 'job.resumed'),
  event(15, 'checkpoint.created', {checkpoint_id: 'k'}),
  event(16, 'edits.proposed', {edits: 1}),
  event(17, 'diff.generated', {hunks: 1}),
  event(18, 'review.updated', {action: 'accept'}),
  event(19, 'check.started', {check_id: 'x'}),
  event(20, 'check.output', {check_id: 'x', text: 'ok'}),
  event(21, 'check.finished', {check_id: 'x', status: 'passed'}),
  event(22, 'checkpoint.rollback.started', {checkpoint_id: 'k'}),
  event(23, 'checkpoint.rollback.failed', {checkpoint_id: 'k'}),
  event(24, 'checkpoint.rollback.completed', {checkpoint_id: 'k'}),
  event(25, 'apply.started'),
  event(26, 'apply.conflict', {message: 'changed'}),
  event(27, 'apply.completed'),
  event(28, 'job.completed'),
];

test('every event has its place in the status of the job', () => {
  const seen = STORY.map((_, i) => {
    const state = reduce(running(), {type: 'events', job: 'job_1', events: STORY.slice(0, i + 1)});
    return statusOf(state);
  });
  assert.deepEqual(seen, [
    'queued', 'running', 'running', 'running', 'running', 'running', 'running', 'running',
    'waiting_for_user', 'running', 'waiting_for_user', 'running', 'failed', 'running', 'running', 'running',
    ...Array<string>(10).fill('awaiting_review'), 'completed', 'completed',
  ]);
  assert.deepEqual(new Set(STORY.map((each) => each.type)), new Set(Object.keys(AFTER)), 'every type is in it');
  assert.equal(isAtWork('queued'), true);
  assert.equal(isAtWork('awaiting_review'), false);
});

/** What each type of event makes of a job that is running; a new type does not compile before it is here. */
const AFTER: Record<Event['type'], ReturnType<typeof statusOf>> = {
  'job.queued': 'queued',
  'job.started': 'running',
  'job.completed': 'completed',
  'job.failed': 'failed',
  'job.resumed': 'running',
  'provider.selected': 'running',
  'provider.fallback': 'running',
  'assistant.message': 'running',
  'tool.call.requested': 'running',
  'tool.call.completed': 'running',
  'helper.reported': 'running',
  'clarification.requested': 'waiting_for_user',
  'clarification.received': 'running',
  'approval.requested': 'waiting_for_user',
  'approval.received': 'running',
  'edits.proposed': 'running',
  'diff.generated': 'awaiting_review',
  'review.updated': 'running',
  'apply.started': 'running',
  'apply.completed': 'completed',
  'apply.conflict': 'running',
  'check.started': 'running',
  'check.output': 'running',
  'check.finished': 'running',
  'checkpoint.created': 'running',
  'checkpoint.rollback.started': 'running',
  'checkpoint.rollback.completed': 'running',
  'checkpoint.rollback.failed': 'running',
};

test('every type of event is known to the store and can be shown', () => {
  for (const [type, status] of Object.entries(AFTER)) {
    const events = [event(1, type as Event['type'], {text: 'x', tool_call_id: 'c', step: 1})];
    const state = reduce(running(), {type: 'events', job: 'job_1', events});
    assert.equal(statusOf(state), status, type);
    assert.doesNotThrow(() => timeline([], state.job, state.events), type);
  }
});

test('an answer grows while it is written, and is replaced by what was said', () => {
  const more = (state: State, step: number, offset: number, text: string): State =>
    reduce(state, {type: 'writing', job: 'job_1', step, offset, text});
  let state = more(running(), 1, 0, 'I lo');
  state = more(state, 1, 4, 'ok');
  assert.deepEqual(state.writing, {step: 1, text: 'I look'});
  assert.equal(more(state, 1, 40, 'lost'), state, 'a piece after one that did not come');
  assert.deepEqual(more(state, 1, 2, 'went').writing, {step: 1, text: 'I went'}, 'told again from there');
  assert.deepEqual(more(state, 1, 0, 'I look at').writing, {step: 1, text: 'I look at'}, 'told again from the beginning');
  assert.equal(more(state, 1, 0, 'x').job, state.job);
  const items = timeline([], state.job, [], state.writing);
  assert.ok(items.at(-1)?.kind === 'assistant');
  const said = event(1, 'assistant.message', {step: 1, text: 'I look.'});
  state = reduce(state, {type: 'events', job: 'job_1', events: [said]});
  assert.equal(state.writing, null);
  assert.equal(more(state, 1, 0, 'late'), state, 'it was said already');
  assert.deepEqual(more(state, 2, 0, 'next').writing, {step: 2, text: 'next'});
  const over = reduce(more(state, 2, 0, 'next'), {type: 'events', job: 'job_1', events: [event(2, 'job.failed')]});
  assert.equal(over.writing, null, 'nobody goes on with it');
});

test('a failed and a resumed job are told by their events', () => {
  const failed = reduce(running(), {type: 'events', job: 'job_1', events: [event(1, 'job.failed')]});
  assert.equal(statusOf(failed), 'failed');
  const resumed = reduce(failed, {type: 'events', job: 'job_1', events: [event(2, 'job.resumed')]});
  assert.equal(statusOf(resumed), 'running');
});

test('reconnects in any order, with events told again, give the state of a fresh load', () => {
  const fresh = reduce(running(), {type: 'events', job: 'job_1', events: STORY});
  for (let seed = 1; seed <= 200; seed++) {
    const next = random(seed);
    let state = running();
    const batches: Event[][] = [STORY.slice()];
    for (let i = 0; i < 6; i++) {
      const from = Math.floor(next() * STORY.length);
      batches.push(STORY.slice(from, from + 1 + Math.floor(next() * 5)));
    }
    batches.sort(() => next() - 0.5);
    for (const events of batches) {
      const step = 1 + Math.floor(next() * 3);
      state = reduce(state, {type: 'writing', job: 'job_1', step, offset: 0, text: 'being written'});
      state = reduce(state, {type: 'events', job: 'job_1', events});
    }
    assert.deepEqual(state, fresh, `seed ${seed}`);
  }
});

test('that the server could not be reached is no news when it answers again', () => {
  let state = reduce(EMPTY, {type: 'notice', notice: {kind: 'error', text: 'refused', suggestions: []}});
  assert.equal(reduce(state, {type: 'reached'}), state);
  state = reduce(state, {type: 'notice', notice: {kind: 'error', text: 'away', suggestions: [], passing: true}});
  assert.deepEqual(reduce(state, {type: 'reached'}).notices.map((each) => each.text), ['refused']);
});

test('files that are listed again are the same list', () => {
  const state = reduce(EMPTY, {type: 'files', files: ['a', 'b'], truncated: false});
  assert.equal(reduce(state, {type: 'files', files: ['a', 'b'], truncated: false}), state);
  assert.equal(reduce(state, {type: 'files', files: ['a', 'b'], truncated: true}).files, state.files);
  assert.deepEqual(reduce(state, {type: 'files', files: ['a', 'c'], truncated: false}).files, ['a', 'c']);
});

test('events that say nothing new change nothing, so that nothing is rendered', () => {
  const state = reduce(running(), {type: 'events', job: 'job_1', events: STORY});
  assert.equal(reduce(state, {type: 'events', job: 'job_1', events: STORY.slice(3, 6)}), state);
  assert.equal(reduce(state, {type: 'events', job: 'another', events: [event(99, 'job.failed')]}), state);
  assert.equal(reduce(state, {type: 'events', job: 'job_1', events: []}), state);
});

test('a snapshot holds until something newer is heard, and an old one does not come back', () => {
  const now = job({status: 'awaiting_review', cursor: 10});
  let state = reduce(running(), {type: 'job', job: now});
  state = reduce(state, {type: 'events', job: 'job_1', events: STORY.slice(0, 10)});
  assert.equal(statusOf(state), 'awaiting_review');
  state = reduce(state, {type: 'job', job: job({status: 'running', cursor: 4})});
  assert.equal(statusOf(state), 'awaiting_review');
  state = reduce(state, {type: 'events', job: 'job_1', events: STORY.slice(10)});
  assert.equal(statusOf(state), 'completed');
});

test('a snapshot of a job that is no longer followed changes nothing', () => {
  const rerun = reduce(running(), {type: 'follow', job: job({job_id: 'job_2'})});
  const late = job({status: 'failed', cursor: 99});
  assert.equal(reduce(rerun, {type: 'job', job: late}), rerun);
  assert.equal(rerun.job?.job_id, 'job_2');
  assert.equal(reduce(rerun, {type: 'follow', job: job({session_id: 'sess_9'})}), rerun);
});

test('another session takes nothing along', () => {
  let state = reduce(running(), {type: 'events', job: 'job_1', events: STORY});
  const bundle = {job_id: 'job_1', files: [{file_path: 'a', base_file_hash: '', hunks: [hunk('h')]}]};
  state = reduce(state, {type: 'bundle', bundle});
  state = reduce(state, {type: 'draft', text: 'typed'});
  state = reduce(state, {type: 'notice', notice: {kind: 'done', text: 'Wrote 1 hunk.', suggestions: []}});
  state = reduce(state, {type: 'session', session: session('sess_2')});
  assert.deepEqual(state.notices, []);
  assert.deepEqual(
    [state.job, state.events, state.bundle, state.draft, state.open],
    [null, [], null, null, null],
  );
  assert.equal(reduce(state, {type: 'job', job: job()}), state, 'a job of the session before');
});

test('what was typed is kept while its file is shown, and only then', () => {
  const file = {path: 'a', base: 'one', content: 'one', hash: 'x', problem: ''};
  let state = reduce(running(), {type: 'open', file});
  state = reduce(state, {type: 'draft', text: 'ONE'});
  state = reduce(state, {type: 'open', file: {...file, hash: 'y'}});
  assert.equal(state.draft, 'ONE');
  assert.equal(reduce(state, {type: 'draft', text: 'one'}).draft, null, 'typed back');
  assert.equal(reduce(state, {type: 'open', file: {...file, path: 'b'}}).draft, null);
});

test('what was typed belongs to the buffer that it was typed into', () => {
  const file = {path: 'a', base: 'one', content: 'one', hash: 'x', problem: ''};
  let state = reduce(running(), {type: 'open', file});
  state = reduce(state, {type: 'draft', text: 'ONE'});
  assert.equal(state.draftHash, 'x');
  // Somebody else's text arrives: the hash of the draft is not that of their buffer.
  state = reduce(state, {type: 'open', file: {...file, content: 'uno', hash: 'y'}});
  state = reduce(state, {type: 'draft', text: 'ONE!'});
  assert.deepEqual([state.open?.hash, state.draft, state.draftHash], ['y', 'ONE!', 'x']);
  // Handed over, and typed on meanwhile.
  state = reduce(state, {type: 'draft', text: 'ONE!!', hash: 'z'});
  assert.equal(state.draftHash, 'z');
  assert.equal(reduce(state, {type: 'draft', text: null}).draftHash, '');
});

test('the events of a long job are bounded, and the latest are kept', () => {
  let state = running();
  for (let i = 0; i < 40; i++) {
    const events = Array.from({length: 1_000}, (_, j) => event(i * 1_000 + j + 1, 'tool.call.requested', {tool_call_id: `${j}`}));
    state = reduce(state, {type: 'events', job: 'job_1', events});
    assert.ok(state.events.length <= MOST_EVENTS + 2_000);
  }
  assert.equal(state.events.at(-1)?.cursor, 40_000);
  assert.ok(state.events.length >= MOST_EVENTS);
  const [first] = timeline([], state.job, state.events).slice(1);
  assert.match(first?.kind === 'note' ? first.text : '', /no longer kept/);
});

test('a selected hunk that is gone is no longer selected', () => {
  const bundle = {job_id: 'job_1', files: [{file_path: 'a', base_file_hash: '', hunks: [hunk('h')]}]};
  let state = reduce(reduce(running(), {type: 'bundle', bundle}), {type: 'select', hunk: 'h'});
  state = reduce(state, {type: 'bundle', bundle: {...bundle, files: [...bundle.files]}});
  assert.equal(state.selected, 'h');
  assert.equal(reduce(state, {type: 'bundle', bundle: null}).selected, null);
});

test('what was told of a conflict goes when it is settled, or when the job runs again', () => {
  const clash = {file_path: 'a', message: '', base: '', current: '', proposed: '', binary: false};
  let state = reduce(running(), {type: 'notice', notice: {kind: 'error', text: 'a has changed', suggestions: [], conflict: true}});
  state = reduce(state, {type: 'notice', notice: {kind: 'error', text: 'another trouble', suggestions: []}});
  state = reduce(state, {type: 'conflicts', conflicts: [clash]});
  assert.equal(state.notices.length, 2);
  assert.deepEqual(reduce(state, {type: 'conflicts', conflicts: []}).notices.map((each) => each.text), ['another trouble']);
  assert.deepEqual(reduce(state, {type: 'follow', job: job({job_id: 'job_2'})}).notices.map((each) => each.text), ['another trouble']);
});

test('notices are numbered, few, and can be dismissed', () => {
  let state = EMPTY;
  for (let i = 0; i < 9; i++) {
    state = reduce(state, {type: 'notice', notice: {kind: 'error', text: `${i}`, suggestions: []}});
  }
  assert.deepEqual(state.notices.map((notice) => notice.text), ['4', '5', '6', '7', '8']);
  assert.equal(new Set(state.notices.map((notice) => notice.id)).size, 5);
  assert.equal(reduce(state, {type: 'dismiss', id: state.notices[0]!.id}).notices.length, 4);
  state = reduce(state, {type: 'notice', notice: {kind: 'error', text: '6', suggestions: []}});
  assert.deepEqual(state.notices.map((notice) => notice.text), ['4', '5', '7', '8', '6'], 'the same again is one');
  const gone = state.notices.at(-1)!.id;
  state = reduce(state, {type: 'dismiss', id: gone});
  state = reduce(state, {type: 'notice', notice: {kind: 'error', text: 'new', suggestions: []}});
  assert.notEqual(state.notices.at(-1)!.id, gone, 'a number is never used again');
  assert.equal(new Set(state.notices.map((notice) => notice.id)).size, 5);
});

test('the events after which the review has to be fetched again', () => {
  assert.equal(changesJob('review.updated'), true);
  assert.equal(changesJob('checkpoint.rollback.completed'), true);
  assert.equal(changesJob('diff.generated'), true);
  assert.equal(changesJob('approval.requested'), true);
  assert.equal(changesJob('check.finished'), true);
  assert.equal(changesJob('check.output'), false);
  assert.equal(changesJob('assistant.message'), false);
  assert.equal(changesJob('tool.call.completed'), false);
});
