/**
 * Where the end of a growing text begins: after the last empty line that is not in a block of code. What is before it
 * stays as it is, so that only the end is made anew with every word.
 */
export function endOf(text: string): number {
  let fence = '';
  let end = 0;
  let at = 0;
  while (at < text.length) {
    const next = text.indexOf('\n', at);
    if (next < 0) break;
    const line = text.slice(at, next).trimStart();
    const mark = /^(```+|~~~+)/.exec(line)?.[0] ?? '';
    if (!fence) fence = mark;
    else if (mark.startsWith(fence) && line.trim() === mark) fence = '';
    at = next + 1;
    // A list or a quotation goes on after an empty line.
    if (!fence && line === '' && !/^(\s|[-*+>]|\d+[.)])/.test(text.slice(at, at + 4))) end = at;
  }
  return end;
}
