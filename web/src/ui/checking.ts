import type {Check, DiffBundle, Event} from '../api/schema.ts';
import {numbered} from '../review/hunks.ts';
import type {State} from '../store/state.ts';

const USUAL = /\b(test|check|verify)\b/;

/** What is offered first: what ran last, or the recipe that sounds like a test. */
export function firstCommand(offers: State['offers']): string {
  if (!offers) return '';
  const recipe = offers.recipes.find((each) => USUAL.test(each.command)) ?? offers.recipes[0];
  return offers.last ?? recipe?.command ?? '';
}

export function hasAccepted(bundle: DiffBundle | null): boolean {
  return numbered(bundle).some((each) => each.decision === 'accepted');
}

/** With which hunks a check runs: with the accepted ones as wanted, but never with none of them. */
export function selectionOf(wanted: Check['selection'], bundle: DiffBundle | null): Check['selection'] {
  return hasAccepted(bundle) ? wanted : 'all';
}

/** Whether other hunks are selected now than those that the check ran with. */
export function isStale(check: Check, bundle: State['bundle'], wanted: Check['selection'] = check.selection): boolean {
  const selections = bundle?.selections;
  if (!selections) return false;
  // Where nothing is left to decide, the accepted ones are all of them: whoever checked all and then accepts all has checked these.
  const alike = numbered(bundle).every((each) => each.decision !== 'pending');
  return selections[alike ? check.selection : selectionOf(wanted, bundle)].fingerprint !== check.fingerprint;
}

/** Whether it ran with no hunk: then it says nothing about the review, however it ended. */
export function isVoid(check: Check): boolean {
  return check.total > 0 && check.hunks.length === 0;
}

/** The output of a check as far as it was heard; the server keeps its end. */
export function outputOf(check: Check, events: readonly Event[]): string {
  if (check.status !== 'running') return check.output;
  let text = '';
  for (const event of events) {
    if (event.type === 'check.output' && event.data['check_id'] === check.check_id) text += String(event.data['text']);
  }
  return text.length >= check.output.length ? text : check.output;
}
