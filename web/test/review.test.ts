import assert from 'node:assert/strict';
import {test} from 'vitest';
import {described, nextPending, numbered, progressOf, rationales, step} from '../src/review/hunks.ts';
import {linesOf, placeOf} from '../src/review/patch.ts';
import {actor} from '../src/store/actor.ts';
import {endOf} from '../src/ui/growing.ts';
import {matchesOf} from '../src/ui/matches.ts';
import {Timeline, timeline, tokensOf} from '../src/ui/timeline.ts';
import {foldersOf, rowsOf, treeOf} from '../src/ui/tree.ts';
import {event, hunk, job, random} from './samples.ts';

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
  assert.equal(rationales(hunk('h', {edit_ids: ['e9'], rationale: 'said before'}), edits), 'said before');
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
  // What the model was told with it is no word of the person.
  const told = ['Only plan: nothing can be changed before the plan is approved. Look.\nfix it', 'The run was interrupted. Go on with: fix it'];
  for (const text of told) {
    const [first] = timeline([{role: 'user', text}], null, []);
    assert.ok(first?.kind === 'user' && first.text === 'fix it', text);
  }
  assert.deepEqual(tokensOf([], events), {input: 5, output: 2, requests: 1});
});

test('a job that was taken up again is told once', () => {
  const chat = [
    {role: 'user', text: 'earlier'},
    {role: 'user', text: 'fix it'},
    {role: 'assistant', text: 'I begin.'},
    {role: 'user', text: 'The person has allowed it now.\n\nThe run was interrupted. Go on with: fix it'},
    {role: 'assistant', text: 'I go on.'},
  ] as const;
  const events = [event(1, 'assistant.message', {text: 'I begin.'}), event(2, 'job.resumed'), event(3, 'assistant.message', {text: 'I go on.'})];
  const said = (items: ReturnType<typeof timeline>): unknown[] => items.map((item) => (item.kind === 'tool' ? '' : item.text));
  assert.deepEqual(said(timeline([...chat], job(), events)), ['earlier', 'fix it', 'I begin.', 'I go on.']);
  const earlier = [{job_id: 'job_0', instruction: 'fix it', events}];
  const next = [...chat, {role: 'user', text: 'and then'} as const];
  assert.deepEqual(said(timeline(next, job({instruction: 'and then'}), [event(1, 'job.queued')], null, earlier)), ['earlier', 'fix it', 'I begin.', 'I go on.', 'and then']);
});

test('files become a tree with folders first', () => {
  const tree = treeOf(['z.md', 'src/b.ts', 'src/a/c.ts', 'a.md']);
  assert.deepEqual(tree.map((node) => node.name), ['src', 'a.md', 'z.md']);
  const rows = rowsOf(tree, new Set(['src']));
  assert.deepEqual(rows.filter((row) => row.level === 2).map((row) => row.node.name), ['a', 'b.ts']);
  assert.deepEqual(foldersOf('src/a/c.ts'), ['src', 'src/a']);
});

test('the lines at which a hunk can be split are those that come in, or else those that go', () => {
  assert.deepEqual(linesOf('@@ -1,3 +1,4 @@\n one\n-two\n+TWO\n+2\n three\n'), ['TWO', '2']);
  assert.deepEqual(linesOf('@@ -5,2 +4,0 @@\n-x\n-y\n'), ['x', 'y']);
  assert.deepEqual(linesOf(''), []);
});

test('a conversation that is made bit by bit is the one that is made at once', () => {
  const events = Array.from({length: 60}, (_, i) =>
    i % 3 === 0
      ? event(i + 1, 'assistant.message', {text: `text ${i}`})
      : event(i + 1, i % 3 === 1 ? 'tool.call.requested' : 'tool.call.completed', {tool_call_id: `c${Math.floor(i / 3)}`, ok: i % 2 === 0}),
  );
  for (let seed = 1; seed < 30; seed++) {
    const next = random(seed);
    const kept = new Timeline();
    let known: typeof events = [];
    for (let told = 0; told < events.length; ) {
      told = Math.min(events.length, told + 1 + Math.floor(next() * 7));
      // Now and then all of it is told anew, as after a reload.
      known = next() < 0.2 ? structuredClone(events.slice(0, told)) : [...known, ...events.slice(known.length, told)];
      assert.deepEqual(kept.items([], job(), known, null), timeline([], job(), known), `seed ${seed}, ${told}`);
    }
  }
});

test('what was decided in an earlier job stays in the conversation, after the next instruction and a reload', () => {
  const events = [
    event(1, 'clarification.requested', {question: 'Which database?'}),
    event(2, 'clarification.received', {answer: 'SQLite', actor: actor()}),
    event(3, 'job.failed', {code: 'cancelled', message: 'by you'}),
  ];
  const chat = [
    {role: 'user', text: 'first of all'},
    {role: 'assistant', text: 'Yes.'},
    {role: 'user', text: 'store it'},
    {role: 'assistant', text: 'told by the events too'},
  ] as const;
  const earlier = [{job_id: 'job_0', instruction: 'store it', events}];
  const said = (items: ReturnType<typeof timeline>): unknown[] => items.flatMap((item) => (item.kind === 'tool' ? item.tool.name : item.kind === 'question' ? [item.text, item.answer] : item.text));
  const story = ['first of all', 'Yes.', 'store it', 'Which database?', 'You answered: SQLite', 'The job was ended before it was done.', 'fix it'];
  assert.deepEqual(said(timeline([...chat], job(), [], null, earlier)), story);
  const more = [...chat, {role: 'user', text: 'fix it'} as const];
  assert.deepEqual(said(timeline(more, job(), [event(1, 'job.queued')], null, earlier)), story);
  // The same, whether it was followed or loaded.
  const kept = new Timeline();
  kept.items([...chat], job(), [], null);
  assert.deepEqual(said(kept.items(more, job(), [event(1, 'job.queued')], null, earlier)), story);
});

test('a card whose call has not changed is the same object, so that it is not painted again', () => {
  const kept = new Timeline();
  const call = (id: string, cursor: number): ReturnType<typeof event> => event(cursor, 'tool.call.requested', {tool_call_id: id});
  const first = [call('a', 1), call('b', 2)];
  const before = kept.items([], job(), first, null);
  const after = kept.items([], job(), [...first, event(3, 'tool.call.completed', {tool_call_id: 'b', ok: true})], null);
  assert.equal(after[1], before[1]);
  assert.notEqual(after[2], before[2]);
});

test('the end of a growing text begins after an empty line that is in no code, no list and no quotation', () => {
  const text = 'one\n\ntwo\n\n```js\na\n\nb\n```\n\n- x\n\n- y\n\nlast';
  assert.equal(text.slice(endOf(text)), 'last');
  assert.equal(endOf('one\ntwo'), 0);
  const code = 'one\n\n```\na\n\nb\n\nc';
  assert.equal(code.slice(endOf(code)), '```\na\n\nb\n\nc');
  const list = 'one\n\n1. x\n\n2. y';
  assert.equal(list.slice(endOf(list)), list);
});

test('fifty thousand files are a tree whose folders are sorted when they are opened', () => {
  const paths = Array.from({length: 50_000}, (_, i) => `folder-${i % 7}/file-${String(50_000 - i).padStart(5, '0')}.txt`);
  const nodes = treeOf(paths);
  assert.deepEqual(rowsOf(nodes, new Set()).map((row) => row.node.name), Array.from({length: 7}, (_, i) => `folder-${i}`));
  const rows = rowsOf(nodes, new Set(['folder-0']));
  const names = rows.filter((row) => row.level === 2).map((row) => row.node.name);
  assert.deepEqual(names, [...names].sort());
  assert.equal(rows[1]?.count, names.length);
});

test('a question is told once, with what was answered', () => {
  const asked = [
    event(1, 'tool.call.requested', {tool_call_id: 'q', tool: 'clarify_user', title: 'Which tone?'}),
    event(2, 'clarification.requested', {question_id: 'q_1', question: 'Which tone?'}),
  ];
  assert.deepEqual(timeline([], job(), asked).map((item) => item.kind), ['user'], 'open, it stands at the end with its form');
  const over = [...asked, event(3, 'clarification.received', {answer: 'kind', actor: actor()}), event(4, 'tool.call.completed', {tool_call_id: 'q', ok: true})];
  const items = timeline([], job(), over);
  assert.deepEqual(items.map((item) => item.kind), ['user', 'question']);
  assert.ok(items[1]?.kind === 'question' && items[1].text === 'Which tone?' && items[1].answer === 'You answered: kind');
  const refused = [asked[0]!, event(2, 'tool.call.completed', {tool_call_id: 'q', ok: false, error: {message: 'the question is empty'}})];
  const card = timeline([], job(), refused)[1];
  assert.ok(card?.kind === 'tool' && card.tool.state === 'failed');
  const chat = [
    {role: 'assistant', tool_calls: [{tool_call_id: 'q', name: 'clarify_user', arguments: {question: 'Which tone?'}}]},
    {role: 'tool', tool_results: [{tool_call_id: 'q', name: 'clarify_user', ok: true, result: {answer: 'no_user_answer'}, error: null}]},
  ] as unknown as Parameters<typeof timeline>[0];
  const told = timeline(chat, null, []);
  assert.ok(told[0]?.kind === 'question' && told[0].answer === 'The question was skipped.');
});

test('every line that has the words is found, each once', () => {
  const passages = [
    {file_path: 'a', start_line: 3, end_line: 6, snippet: 'one\nTotal\nthree\n  total again'},
    {file_path: 'a', start_line: 6, end_line: 6, snippet: '  total again'},
    {file_path: 'b', start_line: 1, end_line: 1, snippet: `${'x'.repeat(50)}total`},
  ];
  const found = matchesOf(passages, 'total');
  assert.deepEqual(found.map(({path, line}) => `${path}:${line}`), ['a:4', 'a:6', 'b:1']);
  assert.equal(found[1]!.text, 'total again');
  assert.equal(found[2]!.text, `…${'x'.repeat(24)}total`);
});
