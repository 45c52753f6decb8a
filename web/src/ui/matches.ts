import type {Passage} from '../api/schema.ts';

/** A line that has the words. */
export interface Match {
  path: string;
  line: number;
  /** The line from shortly before the words. */
  text: string;
}

const BEFORE = 24;
const LONGEST = 120;

/** Every line of the passages that has the words, each once. */
export function matchesOf(passages: readonly Passage[], words: string): Match[] {
  const wanted = words.toLowerCase();
  const found = new Map<string, Match>();
  for (const {file_path, start_line, snippet} of passages) {
    snippet.split('\n').forEach((line, i) => {
      const at = line.toLowerCase().indexOf(wanted);
      if (at < 0) return;
      const from = Math.max(0, at - BEFORE);
      const text = (from > 0 ? '…' : '') + line.slice(from, from + LONGEST).trim();
      found.set(`${file_path}:${start_line + i}`, {path: file_path, line: start_line + i, text});
    });
  }
  return [...found.values()];
}
