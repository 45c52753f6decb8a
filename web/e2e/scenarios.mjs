import * as review from './review.mjs';
import * as plans from './plans.mjs';
import * as hunks from './hunks.mjs';
import * as troubles from './troubles.mjs';
import * as hostile from './hostile.mjs';
import * as large from './large.mjs';

/** In this order: each begins a session of its own, and leaves the page at rest. */
export const SCENARIOS = [
  ['empty', review.empty],
  ['from the instruction to the saved file', review.whole],
  ['each action by key', hunks.byKey],
  ['by keyboard alone', hunks.keyboardAlone],
  ['each action with the mouse', hunks.byMouse],
  ['models and pictures', review.models],
  ['edits of a person', review.ownEdits],
  ['checks', review.checks],
  ['commands and approvals', review.commands],
  ['a plan first', plans.plans],
  ['cards of other tools', plans.cards],
  ['files as a whole', review.wholeFiles],
  ['clarification', review.clarification],
  ['checkpoints', review.checkpoints],
  ['conflict', troubles.conflict],
  ['two tabs', troubles.twoTabs],
  ['no stream comes through', troubles.polling],
  ['sleep', troubles.sleep],
  ['reconnects', troubles.reconnects],
  ['a hidden tab', troubles.hidden],
  ['queue', troubles.queue],
  ['restart', troubles.restart],
  ['bad addresses and storage', troubles.badInput],
  ['storage forbidden', troubles.forbidden],
  ['another root', troubles.roots],
  ['hostile words', hostile.words],
  ['large files', large.lines],
  ['many files', large.files],
  ['narrow window', large.narrow],
];
