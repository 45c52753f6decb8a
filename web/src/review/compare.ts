import {diff} from '@codemirror/merge';

/** Whose text a part of a three-way comparison is. */
export type Side = 'same' | 'current' | 'proposed' | 'both' | 'conflict';

/** A line three times; undefined where a side has none. */
export interface Line3 {
  base: string | undefined;
  current: string | undefined;
  proposed: string | undefined;
  side: Side;
}

/** So many equal lines in a row that they are shown as one. */
export interface Gap {
  lines: Line3[];
}

interface Change {
  from: number;
  to: number;
  /** What stands there instead: lines from here to there. */
  fromB: number;
  toB: number;
}

function linesOf(text: string | null): string[] {
  if (text === null || text === '') return [];
  return text.replace(/\n$/, '').split('\n');
}

/** As many different lines as there are letters to stand for them. */
const LETTERS = 0xd7ff;

/** What differs, counted in lines: each line is a letter of a text, and texts can be compared. */
function changesOf(base: readonly string[], other: readonly string[]): Change[] {
  const letters = new Map<string, string>();
  const spell = (lines: readonly string[]): string =>
    lines
      .map((line) => {
        let letter = letters.get(line);
        if (letter === undefined) letters.set(line, (letter = String.fromCharCode(letters.size + 1)));
        return letter;
      })
      .join('');
  const a = spell(base);
  const b = spell(other);
  if (letters.size > LETTERS) return [{from: 0, to: base.length, fromB: 0, toB: other.length}];
  return diff(a, b, {scanLimit: 1_000, timeout: 300}).map(({fromA, toA, fromB, toB}) => ({from: fromA, to: toA, fromB, toB}));
}

/** The three texts line by line, with equal lines beside each other. */
export function align(base: string | null, current: string | null, proposed: string | null): Line3[] {
  const lines = {base: linesOf(base), current: linesOf(current), proposed: linesOf(proposed)};
  const changes = {
    current: changesOf(lines.base, lines.current),
    proposed: changesOf(lines.base, lines.proposed),
  };
  const rows: Line3[] = [];
  const at = {base: 0, current: 0, proposed: 0};
  const next = {current: 0, proposed: 0};
  for (;;) {
    const first = Math.min(
      changes.current[next.current]?.from ?? Infinity,
      changes.proposed[next.proposed]?.from ?? Infinity,
    );
    const until = Math.min(first, lines.base.length);
    for (; at.base < until; at.base++, at.current++, at.proposed++) {
      const line = lines.base[at.base];
      rows.push({base: line, current: line, proposed: line, side: 'same'});
    }
    if (first === Infinity) return rows;
    // Everything that overlaps is one part.
    let to = first;
    const end = {current: -1, proposed: -1};
    const touched = {current: false, proposed: false};
    for (let grown = true; grown; ) {
      grown = false;
      for (const side of ['current', 'proposed'] as const) {
        const change = changes[side][next[side]];
        if (!change || (change.from > to || (change.from === to && to > first))) continue;
        to = Math.max(to, change.to);
        end[side] = change.toB - change.to;
        touched[side] = true;
        next[side]++;
        grown = true;
      }
    }
    const part = {base: lines.base.slice(at.base, to), current: [] as string[], proposed: [] as string[]};
    for (const side of ['current', 'proposed'] as const) {
      const from = at[side];
      const until3 = touched[side] ? to + end[side] : from + (to - at.base);
      part[side] = lines[side].slice(from, until3);
      at[side] = until3;
    }
    at.base = to;
    const same = part.current.join('\n') === part.proposed.join('\n') && part.current.length === part.proposed.length;
    const side: Side = !touched.proposed ? 'current' : !touched.current ? 'proposed' : same ? 'both' : 'conflict';
    const most = Math.max(part.base.length, part.current.length, part.proposed.length);
    // As many lines on each side are the same lines: each is told by itself.
    const paired = side === 'conflict' && part.base.length === part.current.length && part.base.length === part.proposed.length;
    for (let i = 0; i < most; i++) {
      const row = {base: part.base[i], current: part.current[i], proposed: part.proposed[i], side};
      rows.push(paired ? {...row, side: sideOf(row)} : row);
    }
  }
}

/** Who changed a line that all three have. */
function sideOf({base, current, proposed}: Line3): Side {
  if (current === proposed) return current === base ? 'same' : 'both';
  if (proposed === base) return 'current';
  return current === base ? 'proposed' : 'conflict';
}

/** The lines with some around what differs; the rest as gaps. */
export function folded(rows: readonly Line3[], around = 3, least = 8): (Line3 | Gap)[] {
  const out: (Line3 | Gap)[] = [];
  let i = 0;
  while (i < rows.length) {
    let j = i;
    while (j < rows.length && rows[j]!.side === 'same') j++;
    const before = i === 0 ? 0 : around;
    const after = j === rows.length ? 0 : around;
    if (j - i - before - after >= least) {
      out.push(...rows.slice(i, i + before), {lines: rows.slice(i + before, j - after)}, ...rows.slice(j - after, j));
    } else out.push(...rows.slice(i, j));
    while (j < rows.length && rows[j]!.side !== 'same') out.push(rows[j++]!);
    i = j;
  }
  return out;
}

/** A line of what a rollback would do: it goes, it comes back, or it stays; or so many that stay. */
export interface LostLine {
  mark: 'goes' | 'comes' | 'stays' | 'gap';
  text: string;
  /** Whose line is lost: of the run, or of somebody who edited later. */
  whose?: 'run' | 'own';
}

/** What a file loses when it goes back to what it was before a run. */
export interface Lost {
  path: string;
  /** How many lines of later edits, and of the run, would go. */
  own: number;
  run: number;
  /** Whether later runs wrote to it, too: then a later line need not be the person's. */
  later: boolean;
  lines: LostLine[];
  /** Whether the file goes or comes as a whole, or is no text. */
  whole?: 'removed' | 'restored' | 'replaced';
}

/** The same by a patch alone: nothing is known of whose lines these are, so they are somebody's. */
export function lostBy(path: string, patch: string, later: boolean): Lost {
  const lost: Lost = {path, own: 0, run: 0, later, lines: []};
  // Before the first place stand the names.
  const lines = patch.split('\n');
  for (const line of lines.slice(Math.max(0, lines.findIndex((each) => each.startsWith('@@'))))) {
    if (line === '') continue;
    const text = line.slice(1);
    if (line.startsWith('@@')) lost.lines.push({mark: 'gap', text: line});
    else if (line.startsWith('-')) {
      lost.own++;
      lost.lines.push({mark: 'goes', text, whose: 'own'});
    } else lost.lines.push({mark: line.startsWith('+') ? 'comes' : 'stays', text});
  }
  return lost;
}

export function lostOf(path: string, then: string | null, now: string | null, proposed: string | null, later = false): Lost {
  const lost: Lost = {path, own: 0, run: 0, later, lines: []};
  // What was only proposed is not there to be lost.
  const rows = align(then, now, proposed).map((row) => (row.side === 'proposed' ? {...row, side: 'same' as const} : row));
  if (rows.every((row) => row.side === 'same')) return lost;
  const shown = folded(rows);
  for (let i = 0; i < shown.length; i++) {
    const row = shown[i]!;
    if ('lines' in row) lost.lines.push({mark: 'gap', text: `${row.lines.length} equal lines`});
    else if (row.side === 'same') lost.lines.push({mark: 'stays', text: row.current ?? ''});
    else {
      const part: Line3[] = [];
      for (let next = shown[i]; next && !('lines' in next) && next.side === row.side; next = shown[++i]) part.push(next);
      i--;
      const ofRun = new Set(part.map((each) => each.proposed));
      for (const {current} of part) {
        if (current === undefined) continue;
        const whose = row.side === 'both' || (row.side === 'conflict' && ofRun.has(current)) ? 'run' : 'own';
        lost[whose]++;
        lost.lines.push({mark: 'goes', text: current, whose});
      }
      for (const {base} of part) if (base !== undefined) lost.lines.push({mark: 'comes', text: base});
    }
  }
  return lost;
}
