import assert from 'node:assert/strict';
import {test} from 'vitest';
import {described, nextPending, numbered, progressOf, rationales, step} from '../src/review/hunks.ts';
import {placeOf} from '../src/review/patch.ts';
import {timeline, tokensOf} from '../src/ui/timeline.ts';
import {foldersOf, treeOf} from '../src/ui/tree.ts';
import {event, hunk, job} from './samples.ts';

const BUNDLE = {
  job_id: 'job_1',
  files: [
    {file_path: 'a', base_file_hash: '', hunks: [hunk('h1', {accepted: true}), hunk('h2')]},
    {file_path: 'b', base_file_hash: '', hunks: [hunk('h3', {accepted: false}), hunk('h4')]},
  ],
};

test('where a patch changes something', () => {
  assert.deepEqual(placeOf('@@ -1,3 +1,4 @@\n one\n-two\n+TWO\n+2\n three\n'), {
    line: 2, baseLine: 2, span: 2, added: 2, removed: 1,
  });
  assert.deepEqual(placeOf('@@ -0,0 +1,2 @@\n+a\n+b\n'), {line: 1, baseLine: 1, span: 2, added: 2, removed: 0});
  assert.deepEqual(placeOf('@@ -5 +4,0 @@\n-x\n'), {line: 5, baseLine: 5, span: 0, added: 0, removed: 1});
  assert.equal(placeOf('@@ -1,2 +1,3 @@\n+a\n b\n+c\n d\n')?.span, 3, 'with a line between');
  assert.equal(placeOf(''), undefined);
});

test('hunks are counted through all files, and so is what was decided', () => {
  const hunks = numbered(BUNDLE);
  assert.deepEqual(hunks.map((each) => each.number), [1, 2, 3, 4]);
  assert.deepEqual(progressOf(hunks), {total: 4, accepted: 1, rejected: 1, pending: 2});
  assert.equal(described(hunks[2]!, 4), 'hunk 3 of 4, b, line 2');
  assert.deepEqual(progressOf(numbered(null)), {total: 0, accepted: 0, rejected: 0, pending: 0});
});

test('next and previous go round, and a decision leads to what is not decided', () => {
  const hunks = numbered(BUNDLE);
  assert.equal(step(hunks, 'h4', 1)?.hunk.hunk_id, 'h1');
  assert.equal(step(hunks, 'h1', -1)?.hunk.hunk_id, 'h4');
  assert.equal(step(hunks, null, 1)?.hunk.hunk_id, 'h1');
  assert.equal(step([], null, 1), undefined);
  assert.equal(nextPending(hunks, 'h2')?.hunk.hunk_id, 'h4');
  assert.equal(nextPending(hunks, 'h4')?.hunk.hunk_id, 'h2');
  assert.equal(nextPending(hunks.slice(0, 1), 'h1'), undefined);
});

test('each reason of a hunk is told once', () => {
  const edit = {file_path: 'a', operation: 'replace', start_line: 1, new_text: '', expected_hash: ''} as const;
  const edits = [
    {...edit, edit_id: 'e1', rationale: 'typo'},
    {...edit, edit_id: 'e2', rationale: 'typo'},
    {...edit, edit_id: 'e3', rationale: 'other'},
  ];
  assert.equal(rationales(hunk('h', {edit_ids: ['e1', 'e2']}), edits), 'typo');
});

test('the conversation is the chat before the job and then its events', () => {
  const chat = [
    {role: 'user', text: 'earlier'},
    {role: 'assistant', text: 'Done.'},
    {role: 'user', text: '<context id="x">\nrow\n</context>\nfix it'},
    {role: 'assistant', text: 'told by the events too'},
  ] as const;
  const events = [
    event(1, 'assistant.message', {text: 'I look.', raw_usage: {input_tokens: 5, output_tokens: 2}}),
    event(2, 'tool.call.requested', {tool_call_id: 'c', tool: 'read_file', title: 'a'}),
    event(3, 'tool.call.completed', {tool_call_id: 'c', ok: false, error: {message: 'gone'}, millis: 3}),
    event(4, 'job.failed', {code: 'cancelled', message: 'by you'}),
  ];
  const items = timeline([...chat], job(), events);
  assert.deepEqual(items.map((item) => item.kind), ['user', 'assistant', 'user', 'assistant', 'tool', 'note']);
  const tool = items[4]!;
  assert.ok(tool.kind === 'tool' && tool.tool.state === 'failed' && tool.tool.error === 'gone');
  const alone = timeline([...chat], null, []);
  assert.ok(alone[2]?.kind === 'user' && alone[2].text === 'fix it');
  assert.deepEqual(tokensOf([], events), {input: 5, output: 2, requests: 1});
});

test('files become a tree with folders first', () => {
  const tree = treeOf(['z.md', 'src/b.ts', 'src/a/c.ts', 'a.md']);
  assert.deepEqual(tree.map((node) => node.name), ['src', 'a.md', 'z.md']);
  assert.deepEqual(tree[0]?.children?.map((node) => node.name), ['a', 'b.ts']);
  assert.deepEqual(foldersOf('src/a/c.ts'), ['src', 'src/a']);
});
