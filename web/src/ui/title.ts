import {numbered, progressOf} from '../review/hunks.ts';
import type {State} from '../store/state.ts';
import {visibleLine} from '../text/visible.ts';

const LONGEST = 60;

/** What the session wants of a person, or is at, in a word or two; empty where it is at rest. */
export function wantedOf({status, job, bundle}: Pick<State, 'status' | 'job' | 'bundle'>): string {
  switch (status) {
    case 'awaiting_review': {
      const {pending} = progressOf(numbered(bundle));
      return pending > 0 ? `${pending} to decide` : 'Review';
    }
    case 'waiting_for_user':
      return job?.pending_approval ? 'Asks for approval' : 'Asks';
    case 'queued':
    case 'running':
      return 'Works';
    case 'failed':
      return job?.error?.code === 'cancelled' ? '' : 'Failed';
    default:
      return '';
  }
}

/** The name of the page, by which its tabs are told apart: first what one of them waits for. */
export function pageTitle(state: State): string {
  const {session, settings, signedOut} = state;
  const title = visibleLine(session?.title.trim() ?? '');
  const project = settings?.roots[session?.root ?? 0]?.name;
  return [
    signedOut ? 'Sign in again' : wantedOf(state),
    title.length > LONGEST ? `${title.slice(0, LONGEST)}…` : title,
    project ? visibleLine(project) : '',
    'Tenon',
  ]
    .filter(Boolean)
    .join(' · ');
}
