/** How well a path has these letters in their order; less is better, -1 when it has not. */
export function score(path: string, letters: string): number {
  if (letters === '') return path.length;
  const low = path.toLowerCase();
  const name = low.lastIndexOf('/') + 1;
  const inName = low.indexOf(letters, name);
  if (inName >= 0) return (inName === name ? 0 : 100) + path.length;
  const whole = low.indexOf(letters);
  if (whole >= 0) return 1_000 + path.length;
  let at = -1;
  let gaps = 0;
  for (const letter of letters) {
    const next = low.indexOf(letter, at + 1);
    if (next < 0) return -1;
    if (next > at + 1) gaps++;
    at = next;
  }
  return 2_000 + gaps * 50 + path.length;
}

/** The paths that fit best, the best first. */
export function bestOf(paths: readonly string[], words: string, most: number): string[] {
  const letters = words.toLowerCase().replaceAll(/\s+/g, '');
  const found: {path: string; score: number}[] = [];
  for (const path of paths) {
    const fits = score(path, letters);
    if (fits >= 0) found.push({path, score: fits});
  }
  found.sort((a, b) => a.score - b.score || (a.path < b.path ? -1 : 1));
  return found.slice(0, most).map((each) => each.path);
}
