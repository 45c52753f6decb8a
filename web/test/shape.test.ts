import assert from 'node:assert/strict';
import {test} from 'vitest';
import {bestOf} from '../src/ui/fuzzy.ts';
import {picturesOf} from '../src/ui/pictures.ts';
import {callsText} from '../src/ui/progress.ts';
import {shapeOf} from '../src/ui/shape.ts';
import {ago, lasting} from '../src/ui/time.ts';
import {rowsOf, treeOf} from '../src/ui/tree.ts';

test('results are known by their shape', () => {
  assert.equal(shapeOf(null).kind, 'none');
  assert.equal(shapeOf({diff: '+a', summary: 's'}).kind, 'diff');
  assert.deepEqual(shapeOf({exit_code: 1, output: 'x'}), {kind: 'command', output: 'x', exit: 1});
  assert.equal(shapeOf({columns: ['a'], rows: [['1']]}).kind, 'table');
  assert.equal(shapeOf({columns: ['a'], rows: [[1]]}).kind, 'text', 'no table of anything but text');
  assert.equal(shapeOf({path: '.', entries: ['a']}).kind, 'tree');
  assert.equal(shapeOf({files: ['a']}).kind, 'tree');
  assert.deepEqual(shapeOf({caption: 'c', media_type: 'image/png'}, {path: 'a.png'}), {
    kind: 'image', caption: 'c', type: 'image/png', path: 'a.png', count: 1,
  });
  assert.deepEqual(shapeOf({caption: 'c', media_type: 'image/png', pictures: 3}), {
    kind: 'image', caption: 'c', type: 'image/png', path: '', count: 3,
  });
  assert.equal(shapeOf({results: [{file_path: 'a', snippet: 's', start_line: 1}]}).kind, 'passages');
  assert.deepEqual(shapeOf({content: 'c'}), {kind: 'text', text: 'c'});
  assert.deepEqual(shapeOf({odd: 1}), {kind: 'text', text: '{\n  "odd": 1\n}'});
});

test('the pictures of a call are those that the model has seen, and a file stands in for one', () => {
  const shown = {caption: 'two\nlines', type: 'image/png', path: '', count: 2};
  assert.deepEqual(picturesOf('s', 'a/b?', shown), [
    {addresses: ['/api/agent/sessions/s/calls/a%2Fb%3F/image?number=0'], alt: 'two (1 of 2)'},
    {addresses: ['/api/agent/sessions/s/calls/a%2Fb%3F/image?number=1'], alt: 'two (2 of 2)'},
  ]);
  assert.deepEqual(picturesOf('s', 'c', {...shown, path: 'a b.png', count: 1}), [
    {addresses: ['/api/agent/sessions/s/calls/c/image?number=0', '/api/agent/sessions/s/image?file_path=a+b.png&side=working'], alt: 'a b.png'},
  ]);
  assert.equal(picturesOf('s', 'c', {...shown, path: 'a.svg', count: 1})[0]?.addresses.length, 1, 'no file that may run something');
  assert.equal(picturesOf('s', 'c', {...shown, count: 1_000_000}).length, 8);
});

test('files are found by letters of their names, the name before the path', () => {
  const files = ['src/cart/View.ts', 'src/Cart.java', 'docs/scar-tissue.md', 'README.md'];
  assert.deepEqual(bestOf(files, 'cart', 10), ['src/Cart.java', 'src/cart/View.ts', 'docs/scar-tissue.md']);
  assert.deepEqual(bestOf(files, 'srvi', 10), ['src/cart/View.ts']);
  assert.deepEqual(bestOf(files, 'zzz', 10), []);
  assert.equal(bestOf(files, '', 2).length, 2);
});

test('only what is in open folders is a line of the tree', () => {
  const nodes = treeOf(['a/b/c.md', 'a/d.md', 'e.md']);
  const names = (open: string[]): string[] => rowsOf(nodes, new Set(open)).map((row) => `${row.level} ${row.node.name}`);
  assert.deepEqual(names([]), ['1 a', '1 e.md']);
  assert.deepEqual(names(['a', 'a/b']), ['1 a', '2 b', '3 c.md', '2 d.md', '1 e.md']);
  assert.deepEqual(rowsOf(nodes, new Set(['a'])).map((row) => [row.place, row.count]), [[1, 2], [1, 2], [2, 2], [2, 2]]);
});

test('a job tells how far it is, also where its edits are more calls than it may make', () => {
  assert.deepEqual([callsText(0, 12), callsText(12, 12), callsText(14, 12), callsText(1, 0)], ['0 of 12 calls', '12 of 12 calls', '14 calls', '1 call']);
});

test('times are short', () => {
  const now = Date.parse('2026-01-02T00:00:00Z');
  assert.equal(ago('2026-01-01T23:59:58Z', now), 'just now');
  assert.equal(ago('2026-01-01T23:59:20Z', now), '40 s ago');
  assert.equal(ago('2026-01-01T20:00:00Z', now), '4 h ago');
  assert.equal(ago('2025-12-30T00:00:00Z', now), '3 d ago');
  assert.deepEqual([lasting(12), lasting(3_200), lasting(61_000)], ['12 ms', '3.2 s', '1 min 1 s']);
});
