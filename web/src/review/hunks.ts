import type {DiffBundle, FileDiff, Hunk, ProposedEdit} from '../api/schema.ts';
import {placeOf, type Place} from './patch.ts';

export type Decision = 'pending' | 'accepted' | 'rejected';

/** A hunk with its file and its place among all hunks of the review. */
export interface Numbered {
  hunk: Hunk;
  file: FileDiff;
  number: number;
  place: Place | undefined;
  decision: Decision;
}

export interface Progress {
  total: number;
  accepted: number;
  rejected: number;
  pending: number;
}

export function decisionOf(hunk: Hunk): Decision {
  if (hunk.accepted === null) return 'pending';
  return hunk.accepted ? 'accepted' : 'rejected';
}

const known = new WeakMap<DiffBundle, readonly Numbered[]>();

/** All hunks in the order in which the server tells them; the same list for the same bundle. */
export function numbered(bundle: DiffBundle | null): readonly Numbered[] {
  if (!bundle) return [];
  const before = known.get(bundle);
  if (before) return before;
  const all: Numbered[] = [];
  known.set(bundle, all);
  for (const file of bundle.files) {
    for (const hunk of file.hunks) {
      all.push({
        hunk,
        file,
        number: all.length + 1,
        place: placeOf(hunk.patch),
        decision: decisionOf(hunk),
      });
    }
  }
  return all;
}

export function progressOf(hunks: readonly Numbered[]): Progress {
  const progress = {total: hunks.length, accepted: 0, rejected: 0, pending: 0};
  for (const each of hunks) progress[each.decision]++;
  return progress;
}

/** The hunk that is one step further, beginning anew at the end. */
export function step(hunks: readonly Numbered[], from: string | null, by: 1 | -1): Numbered | undefined {
  if (hunks.length === 0) return undefined;
  const at = hunks.findIndex((each) => each.hunk.hunk_id === from);
  if (at < 0) return by > 0 ? hunks[0] : hunks[hunks.length - 1];
  return hunks[(at + by + hunks.length) % hunks.length];
}

/** Where to go after a decision: the next undecided hunk, or nowhere when all are decided. */
export function nextPending(hunks: readonly Numbered[], from: string | null): Numbered | undefined {
  const at = hunks.findIndex((each) => each.hunk.hunk_id === from);
  const turned = [...hunks.slice(at + 1), ...hunks.slice(0, Math.max(at, 0))];
  return turned.find((each) => each.decision === 'pending');
}

/** Why the model made these edits, each reason once; where an edit has none of its own, what was said before it. */
export function rationales(hunk: Hunk, edits: readonly ProposedEdit[]): string {
  const reasons = new Set<string>();
  for (const edit of edits) {
    if (edit.rationale && hunk.edit_ids.includes(edit.edit_id)) reasons.add(edit.rationale);
  }
  return [...reasons].join(' · ') || (hunk.rationale ?? '');
}

/** What happens to the file as a whole. */
export function kindOf(file: FileDiff, hunk: Hunk): 'edit' | 'create' | 'delete' | 'move' | 'binary' {
  if (hunk.kind === 'create' || hunk.kind === 'delete') return hunk.kind;
  if (hunk.kind === 'move' || (file.target_path !== undefined && file.target_path !== file.file_path)) return 'move';
  return hunk.patch === '' && hunk.description ? 'binary' : 'edit';
}

/** The place of a hunk in words, for those who do not see it. */
export function described(each: Numbered, total: number): string {
  const {file, hunk, place, number} = each;
  const where = place ? `, line ${place.line}` : '';
  const what = hunk.kind === 'edit' ? '' : `, ${hunk.kind}s the file`;
  return `hunk ${number} of ${total}, ${file.file_path}${where}${what}`;
}
