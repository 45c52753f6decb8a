import assert from 'node:assert/strict';
import {test} from 'vitest';
import {ranked, type Named} from '../src/ui/rank.ts';

const command = (name: string): Named => ({name});
const file = (name: string): Named => ({name, path: true});
const first = (all: readonly Named[], words: string): string | undefined => ranked(all, words)[0]?.name;

test('a file that was spelled out comes before a command that only has the word', () => {
  const all = [command('Apply: write what was accepted, end the review'), command('Sessions'), command('Begin a session'), file('src/review.ts'), file('web/session.ts'), file('docs/review/apply.md')];
  assert.equal(first(all, 'review.ts'), 'src/review.ts');
  assert.equal(first(all, 'review'), 'src/review.ts');
  assert.equal(first(all, 'session'), 'web/session.ts');
  assert.equal(first(all, 'apply.md'), 'docs/review/apply.md');
  assert.equal(first(all, 'docs/review/apply.md'), 'docs/review/apply.md');
});

test('a command that was spelled out comes before files that only have its letters', () => {
  const all = [command('Sign out'), command('Accept all hunks'), command('Accept the hunk'), file('src/designs/outer.ts'), file('acceptor.ts')];
  assert.equal(first(all, 'sign out'), 'Sign out');
  assert.equal(first(all, 'accept the'), 'Accept the hunk');
  assert.equal(first(all, 'hunk all'), 'Accept all hunks', 'words in any order');
  assert.deepEqual(ranked(all, '').length, all.length);
  assert.deepEqual(ranked(all, 'a+(['), []);
  // Whatever is typed is text, and no pattern.
  for (const typed of [':', '-', '^$\\.*+?()[]{}|/', 'model: x', '"\'`', '\ud800', '%']) assert.deepEqual(ranked(all, `zz${typed}`), []);
  assert.equal(first([command('Model: anthropic/opus')], 'model: anth'), 'Model: anthropic/opus');
  assert.equal(first([command('Begin a session'), command('Resume the obsession')], 'session'), 'Begin a session');
  assert.equal(first([{name: 'Theme: light', words: 'dark'}], 'dark'), 'Theme: light');
});
