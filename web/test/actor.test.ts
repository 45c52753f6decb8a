import assert from 'node:assert/strict';
import {afterEach, test} from 'vitest';
import {actor, describedBrowser, ownNames, shownActor} from '../src/store/actor.ts';
import {remember} from '../src/store/place.ts';
import {timeline} from '../src/ui/timeline.ts';
import {event, job} from './samples.ts';

afterEach(() => {
  remember('name', '');
  remember('browser', '');
});

test('browsers are called by their names', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
  const edge = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0';
  const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';
  const headless = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36';
  assert.deepEqual([firefox, edge, safari, headless, ''].map(describedBrowser), [
    'Firefox on Linux', 'Edge on Windows', 'Safari on iOS', 'Chrome on Linux', 'A browser',
  ]);
});

test('whoever says no name is told apart by the browser, and is the same on the next visit', () => {
  const first = actor();
  assert.match(first, / \([0-9a-f]{4}\)$/);
  assert.equal(actor(), first);
  assert.equal(shownActor(first), 'you');
  assert.equal(shownActor(undefined), '');
  remember('name', 'Ada');
  assert.equal(actor(), 'Ada');
  assert.equal(shownActor('Ada'), 'Ada');
  assert.deepEqual(ownNames(), ['Ada', first]);
  remember('browser', 'x'.repeat(500));
  remember('name', '');
  assert.equal(actor().length, 80, 'never longer than the server takes');
});

test('the conversation says who decided, and claims nothing where that is not known', () => {
  remember('name', 'Ada');
  const notes = (by: string | undefined): string[] => {
    const who = by === undefined ? {} : {actor: by};
    const events = [
      event(1, 'clarification.requested', {question: 'Which?'}),
      event(2, 'clarification.received', {answer: 'kind', ...who}),
      event(3, 'approval.received', {decision: 'allow', ...who}),
      event(4, 'approval.received', {decision: 'deny', reason: 'no', ...who}),
      event(5, 'review.updated', {action: 'accept_all', ...who}),
      event(6, 'review.updated', {action: 'accept_all', ...who}),
      event(7, 'review.updated', {action: 'undo_rollback', ...who}),
      event(8, 'checkpoint.rollback.completed', who),
    ];
    return timeline([], job(), events).flatMap((item) => (item.kind === 'question' ? item.answer : item.kind === 'note' ? item.text : []));
  };
  const asker = (data: object): unknown => {
    const [first] = timeline([], job(), [event(1, 'job.queued', {instruction: 'fix it', ...data})]);
    return first?.kind === 'user' ? first.who : undefined;
  };
  assert.deepEqual([asker({actor: 'Ada'}), asker({actor: 'Bob'}), asker({})], ['You', 'Bob', '']);
  const own = ['You answered: kind', 'You allowed it.', 'You denied it: no', 'You took the rollback back.', 'You rolled back.'];
  assert.deepEqual(notes('Ada'), own);
  assert.deepEqual(notes(ownNames()[1]), own, 'also from before the name was given');
  assert.deepEqual(notes('Firefox on Linux (1234)').slice(2, 4), ['Firefox on Linux (1234) denied it: no', 'Firefox on Linux (1234): accept all']);
  assert.deepEqual(notes(undefined), [
    'The answer was: kind', 'It was allowed.', 'It was denied: no', 'Someone: accept all', 'The rollback was taken back.', 'It was rolled back.',
  ]);
});
