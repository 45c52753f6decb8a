import assert from 'node:assert/strict';
import {test} from 'vitest';
import type {Check, DiffBundle} from '../src/api/schema.ts';
import {EMPTY} from '../src/store/state.ts';
import {hasUnsaved} from '../src/store/reduce.ts';
import {isStale, isVoid, selectionOf} from '../src/ui/checking.ts';
import {approvalRead, approvalShown, Typing, type Timer} from '../src/ui/typing.ts';
import {hunk} from './samples.ts';

/** A clock that goes on when it is told to. */
class Hand implements Timer {
  time = 0;
  private calls: {at: number; call(): void}[] = [];

  now(): number {
    return this.time;
  }

  later(millis: number, call: () => void): () => void {
    const one = {at: this.time + millis, call};
    this.calls.push(one);
    return () => (this.calls = this.calls.filter((each) => each !== one));
  }

  wait(millis: number): void {
    this.time += millis;
    const due = this.calls.filter((each) => each.at <= this.time);
    this.calls = this.calls.filter((each) => each.at > this.time);
    for (const each of due) each.call();
  }
}

test('a letter acts when it stands alone, and never as a part of a word', () => {
  const hand = new Hand();
  const typing = new Typing(hand);
  const done: string[] = [];
  const type = (text: string, millis: number): void => {
    for (const letter of text) {
      if (/[np]/.test(letter)) typing.step(() => done.push(letter));
      else if (/[a-z]/.test(letter)) typing.command(() => done.push(letter));
      else typing.letter();
      hand.wait(millis);
    }
  };
  type('y', 400);
  assert.deepEqual(done.splice(0), ['y']);
  type('okay s', 120);
  hand.wait(1_000);
  assert.deepEqual(done.splice(0), []);
  type('y', 299);
  type('y', 1_000);
  assert.deepEqual(done.splice(0), [], 'the one before and the one after belong together');
  type('a', 301);
  type('r', 301);
  assert.deepEqual(done.splice(0), ['a', 'r']);
  hand.wait(1_000);
  type('nnp', 30);
  assert.deepEqual(done.splice(0), ['n', 'n', 'p'], 'steps act at once, again and again');
  hand.wait(1_000);
  type('typed in', 30);
  hand.wait(1_000);
  assert.deepEqual(done, [], 'but not in a word');
});

test('an approval is not answered in the moment in which it comes up', () => {
  const hand = new Hand();
  assert.equal(approvalRead('a_1', hand), false, 'nobody has seen it');
  approvalShown('a_1', hand);
  hand.wait(299);
  approvalShown('a_1', hand);
  assert.equal(approvalRead('a_1', hand), false);
  hand.wait(1);
  assert.equal(approvalRead('a_1', hand), true);
  assert.equal(approvalRead('a_2', hand), false);
});

function bundle(...accepted: (boolean | null)[]): DiffBundle {
  const hunks = accepted.map((each, i) => hunk(`h${i}`, {accepted: each}));
  const selections = {accepted: {fingerprint: accepted.join(), hunks: []}, all: {fingerprint: 'all', hunks: []}};
  return {job_id: 'job_1', files: [{file_path: 'a', base_file_hash: '', hunks}], selections};
}

test('a check runs with all hunks while none is accepted, and goes grey when others are selected', () => {
  assert.equal(selectionOf('accepted', bundle(null, null)), 'all');
  assert.equal(selectionOf('accepted', bundle(null, false)), 'all');
  assert.equal(selectionOf('accepted', bundle(null, true)), 'accepted');
  assert.equal(selectionOf('all', bundle(null, true)), 'all');
  const check = {selection: 'all', fingerprint: 'all', hunks: [1, 2], total: 2} as Check;
  assert.equal(isStale(check, bundle(null, null), 'accepted'), false);
  assert.equal(isStale(check, bundle(null, true), 'accepted'), true);
  assert.equal(isStale(check, bundle(null, true), 'all'), false);
  assert.equal(isStale(check, bundle(true, true), 'accepted'), false, 'all of them were checked, and all of them are accepted');
  assert.equal(isVoid(check), false);
  assert.equal(isVoid({...check, hunks: []}), true, 'one with no hunk says nothing');
});

test('leaving asks while something is typed, staged or not decided', () => {
  assert.equal(hasUnsaved(EMPTY), false);
  assert.equal(hasUnsaved({...EMPTY, draft: 'typed'}), true);
  assert.equal(hasUnsaved({...EMPTY, status: 'awaiting_review', bundle: bundle(null)}), true);
  assert.equal(hasUnsaved({...EMPTY, status: 'completed', bundle: bundle(null)}), false);
});

test('the same letter again and again acts each time, and so do letters of the review', () => {
  const hand = new Hand();
  const typing = new Typing(hand);
  const done: string[] = [];
  const type = (text: string, millis: number, run?: string): void => {
    for (const letter of text) {
      if (letter === 'n') typing.step(() => done.push(letter), run ?? letter);
      else if (/[ar]/.test(letter)) typing.command(() => done.push(letter), run ?? letter);
      else typing.letter();
      hand.wait(millis);
    }
  };
  type('aaa', 60);
  hand.wait(1_000);
  assert.equal(done.splice(0).join(''), 'aaa');
  type('aarr', 60);
  hand.wait(1_000);
  assert.equal(done.splice(0).join(''), '', 'outside of the review these could be the beginning of a word');
  type('aara', 60, 'review');
  hand.wait(1_000);
  assert.equal(done.splice(0).join(''), 'aara');
  type('ana', 60, 'review');
  hand.wait(1_000);
  assert.equal(done.splice(0).join(''), 'ana', 'in the order in which they were pressed');
  type('aaah', 60, 'review');
  hand.wait(1_000);
  assert.equal(done.splice(0).join(''), '', 'a word decides about nothing');
  type('carrr', 60);
  hand.wait(1_000);
  assert.equal(done.splice(0).join(''), '', 'nor does its end');
});
