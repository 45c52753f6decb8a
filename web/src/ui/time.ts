const UNITS: readonly [number, string][] = [
  [60, 's'],
  [60, 'min'],
  [24, 'h'],
  [Number.POSITIVE_INFINITY, 'd'],
];

/** How long ago something was, in one number. */
export function ago(time: string, now = Date.now()): string {
  let amount = Math.max(0, (now - Date.parse(time)) / 1000);
  if (amount < 5) return 'just now';
  for (const [size, unit] of UNITS) {
    if (amount < size) return `${Math.floor(amount)} ${unit} ago`;
    amount /= size;
  }
  return '';
}

/** A duration, short. */
export function lasting(millis: number): string {
  if (millis < 1_000) return `${Math.round(millis)} ms`;
  if (millis < 60_000) return `${(millis / 1000).toFixed(1)} s`;
  return `${Math.floor(millis / 60_000)} min ${Math.floor((millis % 60_000) / 1000)} s`;
}
