import assert from 'node:assert/strict';
import {test} from 'vitest';
import {align, folded, lostBy, lostOf, type Line3} from '../src/review/compare.ts';
import {random} from './samples.ts';

const show = (rows: readonly Line3[]): string[] =>
  rows.map((row) => `${row.side}: ${row.base ?? '-'} | ${row.current ?? '-'} | ${row.proposed ?? '-'}`);

test('three texts stand beside each other, and who changed what is told', () => {
  assert.deepEqual(show(align('a\nb\nc\n', 'a\nB\nc\n', 'a\nb\nC\n')), [
    'same: a | a | a', 'current: b | B | b', 'proposed: c | c | C',
  ]);
  assert.deepEqual(show(align('a\n', 'x\n', 'x\n')), ['both: a | x | x']);
  assert.deepEqual(show(align('a\n', 'x\n', 'y\n')), ['conflict: a | x | y']);
  assert.deepEqual(
    show(align('a\nb\nc\n', 'A\nB\nc\n', 'a\nB\nC\n')),
    ['current: a | A | a', 'both: b | B | B', 'proposed: c | c | C'],
    'an edit beside that of the run is no clash',
  );
  assert.deepEqual(show(align(null, null, 'new\n')), ['proposed: - | - | new']);
  assert.deepEqual(show(align('gone\nx\n', 'gone\nx\n', null)), ['proposed: gone | gone | -', 'proposed: x | x | -']);
});

test('each side is whole, whatever was changed', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const next = random(seed);
    const words = ['a', 'b', 'c', 'd', ''];
    const base = Array.from({length: Math.floor(next() * 12)}, () => words[Math.floor(next() * 5)]!);
    const edited = (): string[] =>
      base.flatMap((line) => {
        const chance = next();
        if (chance < 0.15) return [];
        if (chance < 0.3) return [`${line}!`];
        return chance < 0.4 ? [line, 'in'] : [line];
      });
    const text = (lines: string[]): string => (lines.length ? `${lines.join('\n')}\n` : '');
    const current = edited();
    const proposed = edited();
    const rows = align(text(base), text(current), text(proposed));
    const side = (name: 'base' | 'current' | 'proposed'): string[] =>
      rows.flatMap((row) => (row[name] === undefined ? [] : [row[name]]));
    const lines = (all: string[]): string[] => (text(all) === '\n' ? [''] : all);
    assert.deepEqual(side('base'), lines(base), `base, seed ${seed}`);
    assert.deepEqual(side('current'), lines(current), `current, seed ${seed}`);
    assert.deepEqual(side('proposed'), lines(proposed), `proposed, seed ${seed}`);
    for (const row of rows) {
      if (row.side === 'same') assert.ok(row.base === row.current && row.base === row.proposed, `seed ${seed}`);
    }
  }
});

test('many equal lines become one', () => {
  const same = Array.from({length: 40}, (_, i) => `line ${i}`);
  const rows = align([...same, 'x', ...same].join('\n'), [...same, 'y', ...same].join('\n'), [...same, 'x', ...same].join('\n'));
  const shown = folded(rows);
  assert.equal(shown.length, 1 + 3 + 1 + 3 + 1);
  const gaps = shown.filter((each) => 'lines' in each);
  assert.deepEqual(gaps.map((gap) => gap.lines.length), [37, 37]);
});

test('what goes is counted and shown', () => {
  const lost = lostOf('a', 'one\n2\nthree\n', 'one\ntwo\nthree\nmine\n', 'one\ntwo\nthree\n');
  assert.deepEqual([lost.own, lost.run], [1, 1], 'the line of the run, and the one that was typed later');
  assert.deepEqual(
    lost.lines.map(({mark, text, whose}) => `${mark} ${text} ${whose ?? ''}`.trim()),
    ['stays one', 'goes two run', 'comes 2', 'stays three', 'goes mine own'],
  );
  const over = lostOf('a', 'x\n', 'of the run\nmine\n', 'of the run\nand more\n');
  assert.deepEqual(over.lines.filter((line) => line.mark === 'goes').map((line) => line.whose), ['run', 'own'], 'an edit within the lines of the run');
  assert.deepEqual(lostOf('a', 'one\n', 'one\n', 'ONE\n').lines, [], 'what was rejected is not there to be lost');
  assert.deepEqual(lostOf('a', null, 'all\n', 'all\n').lines, [{mark: 'goes', text: 'all', whose: 'run'}]);
});

test('what is lost by a patch alone is somebody\'s, line by line', () => {
  const patch = '--- a/x\n+++ b/x\n@@ -1,3 +1,2 @@\n one\n-two\n-three\n--- four\n+TWO\n';
  const lost = lostBy('x', patch, true);
  assert.deepEqual([lost.own, lost.run, lost.later], [3, 0, true]);
  assert.deepEqual(lost.lines.map((line) => `${line.mark} ${line.text}`), ['gap @@ -1,3 +1,2 @@', 'stays one', 'goes two', 'goes three', 'goes -- four', 'comes TWO']);
  assert.deepEqual(lostBy('x.png', '', false).lines, [], 'a file without text has no lines');
});
