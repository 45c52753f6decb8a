import assert from 'node:assert/strict';
import {test} from 'vitest';
import type {Settings} from '../src/api/schema.ts';
import {EMPTY, type State} from '../src/store/state.ts';
import {pageTitle} from '../src/ui/title.ts';
import {hunk, job, session} from './samples.ts';

const settings = {roots: [{root: 0, name: 'shop'}]} as Settings;

test('a tab says first what its session waits for, and then which one it is', () => {
  const at = (more: Partial<State>): string => pageTitle({...EMPTY, settings, session: session(), ...more});
  assert.equal(pageTitle(EMPTY), 'Tenon');
  assert.equal(at({}), 'a session · shop · Tenon');
  assert.equal(at({status: 'running'}), 'Works · a session · shop · Tenon');
  assert.equal(at({status: 'waiting_for_user', job: job()}), 'Asks · a session · shop · Tenon');
  const approval = job({pending_approval: {approval_id: 'a'} as never});
  assert.equal(at({status: 'waiting_for_user', job: approval}), 'Asks for approval · a session · shop · Tenon');
  const hunks = [hunk('one', {accepted: true}), hunk('two'), hunk('three')];
  const bundle = {job_id: 'job_1', files: [{file_path: 'a', base_file_hash: '', hunks}]};
  assert.equal(at({status: 'awaiting_review', bundle}), '2 to decide · a session · shop · Tenon');
  assert.equal(at({status: 'failed', job: job()}), 'Failed · a session · shop · Tenon');
  assert.equal(at({signedOut: true}), 'Sign in again · a session · shop · Tenon');
  const named = {...session(), title: `\u202e${'long '.repeat(40)}`};
  assert.match(at({session: named}), /^<U\+202E>long .{40,60}… · shop · Tenon$/);
});
