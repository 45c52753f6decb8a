/** How far a job is: edits are calls, too, but not among those that it may make. */
export function callsText(made: number, most: number): string {
  if (most > 0 && made <= most) return `${made} of ${most} calls`;
  return made === 1 ? '1 call' : `${made} calls`;
}
