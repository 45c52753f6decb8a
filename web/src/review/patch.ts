/** Where a hunk is, as its patch says. Lines count from 1. */
export interface Place {
  /** The first line that changes, in the working buffer. */
  line: number;
  /** How many lines from there to the last one that changes, in the working buffer. */
  span: number;
  /** How many lines come in. */
  added: number;
  /** How many lines go. */
  removed: number;
  /** The first line that changes, in the file on the disk. */
  baseLine: number;
}

const HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Reads where a unified patch changes something; nothing for an empty patch. */
export function placeOf(patch: string): Place | undefined {
  const lines = patch.split('\n');
  const header = HEADER.exec(lines[0] ?? '');
  if (!header) return undefined;
  let leading = 0;
  while (lines[leading + 1]?.startsWith(' ')) leading++;
  let added = 0;
  let removed = 0;
  let shown = 0;
  let last = 0;
  for (const line of lines.slice(1)) {
    if (line.startsWith('+') || line.startsWith(' ')) shown++;
    if (line.startsWith('+')) {
      added++;
      last = shown;
    } else if (line.startsWith('-')) removed++;
  }
  return {
    // An empty side begins before its first line, which is line 0.
    line: Math.max(1, Number(header[3]) + leading + (header[4] === '0' ? 1 : 0)),
    baseLine: Math.max(1, Number(header[1]) + leading + (header[2] === '0' ? 1 : 0)),
    span: Math.max(0, last - leading),
    added,
    removed,
  };
}

/** The lines that come in, or, where none does, those that go. */
export function linesOf(patch: string): string[] {
  const lines = patch.split('\n').slice(1);
  const added = lines.filter((line) => line.startsWith('+'));
  return (added.length > 0 ? added : lines.filter((line) => line.startsWith('-'))).map((line) => line.slice(1));
}
