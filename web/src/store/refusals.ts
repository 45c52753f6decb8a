import type {ApiError} from '../api/client.ts';

const ADVICE: Readonly<Record<string, string>> = {
  conflict: 'Nothing was written. The editor shows both sides, and the ways out.',
  review_unknown: 'The hunks have changed meanwhile; the page shows them as they are now.',
  review_pending: 'Decide about the hunks and apply them first; Reject all and Apply drops them.',
  not_awaiting_review: 'The review is over; the page shows where the job stands.',
};

/** Methods, headers and names of fields: what a program is told. */
const FOR_PROGRAMS = /\b(GET|POST|PUT|PATCH|DELETE|Authorization|Content-Type|Retry-After)\b|The Allow header|\b[a-z]+_[a-z_]+\b/;

/** What to do about it, in terms of the page: calls of the API are for programs. */
export function advice(failed: ApiError): readonly string[] {
  const said = ADVICE[failed.problem.code];
  return said ? [said] : failed.problem.suggestions.filter((each) => !FOR_PROGRAMS.test(each));
}

/** A message as a sentence; a name at its beginning stays as it is. */
export function sentence(text: string): string {
  const begun = /^[a-z]+[ ,]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
