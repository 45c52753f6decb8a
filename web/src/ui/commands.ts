import {flushSync} from 'react-dom';
import type {FileDiff, RunRollback} from '../api/schema.ts';
import {numbered} from '../review/hunks.ts';
import type {Actions} from '../store/actions.ts';
import {heldUp, isAtWork, isReviewing, statusOf, waitingIn} from '../store/reduce.ts';
import type {State} from '../store/state.ts';
import {firstCommand, selectionOf} from './checking.ts';
import {nameOf} from './strokes.ts';
import {approvalRead} from './typing.ts';
import {getView, nextTheme, setView, type View} from './view.ts';

/** Something a person can do, by name, and by key where it has one. */
export interface Command {
  group: 'Review' | 'Editor' | 'Agent' | 'Page';
  name: string;
  keys: string;
  /** A second key. */
  also?: string;
  /** Whether it goes somewhere and changes nothing: then its letter acts at once. */
  step?: true;
  /** Whether its letter may be pressed again and again: each time it is about the next. */
  repeats?: true;
  /** What it is about; its letter does nothing when that is another by the time it is clear that the letter stands alone. */
  about?(state: State): unknown;
  /** Whether it can be done now; always, when it says nothing. */
  when?(state: State): boolean;
  run(actions: Actions, state: State): void;
}

const reviewing = isReviewing;
const selected = (state: State): boolean => reviewing(state) && state.selected !== null;
const opened = (state: State): boolean => state.open !== null;
const fileOf = (state: State): FileDiff | undefined =>
  state.bundle?.files.find((file) => (file.target_path ?? file.file_path) === state.open?.path);
const idle = (state: State): boolean => state.job !== null && !isAtWork(statusOf(state));

/**
 * Goes to a panel, and to what is first in it. Before this returns: whoever types on at once types there, and no letter
 * is taken for a command.
 */
function goTo(tab: View['tab'], selector: string): void {
  flushSync(() => setView({tab}));
  document.querySelector<HTMLElement>(selector)?.focus();
}

const latestRollback = (state: State): RunRollback | undefined =>
  state.runs
    .flatMap((run) => run.rollbacks)
    .filter((each) => each.can_undo)
    .sort((one, other) => other.created_at.localeCompare(one.created_at))[0];

/** The approval can be answered by a key: it is seen, and was long enough to be read. */
const approvable = (state: State): boolean =>
  statusOf(state) === 'waiting_for_user' &&
  approvalRead(state.job?.pending_approval?.approval_id) &&
  (document.querySelector('#approval')?.checkVisibility() ?? false);
const approval = (state: State): unknown => state.job?.pending_approval?.approval_id;
const hunk = (state: State): unknown => state.selected;

const asked = (state: State): boolean => statusOf(state) === 'waiting_for_user' && Boolean(state.job?.pending_question);

/** How the view names a mode: the usual one has no name, so that it stays the usual one. */
export function modeOf(mode: string, state: State): string {
  return mode === state.settings?.agent_mode ? '' : mode;
}

/** Whether running again would drop what a person decided or typed: then it is asked about. */
export function requestRerun(actions: Actions, state: State): void {
  const own = numbered(state.bundle).some((each) => each.decision !== 'pending' || each.hunk.origin === 'user');
  if (own || state.draft !== null) setView({asks: 'rerun'});
  else void actions.control('rerunJob');
}

export const COMMANDS: readonly Command[] = [
  {
    group: 'Review',
    name: 'Accept the hunk',
    keys: 'a',
    repeats: true,
    when: selected,
    about: hunk,
    run: (actions) => void actions.review.decideSelected('accept'),
  },
  {
    group: 'Review',
    name: 'Reject the hunk',
    keys: 'r',
    repeats: true,
    when: selected,
    about: hunk,
    run: (actions) => void actions.review.decideSelected('reject'),
  },
  {
    group: 'Review',
    name: 'Leave the hunk undecided',
    keys: 'x',
    repeats: true,
    when: selected,
    about: hunk,
    run: (actions) => void actions.review.decideSelected('reset'),
  },
  {group: 'Review', name: 'Undo the latest decision or edit', keys: 'u', also: 'Ctrl+Z', repeats: true, run: (actions) => void actions.review.turn('undo')},
  {group: 'Review', name: 'Redo it', keys: 'Shift+U', also: 'Ctrl+Shift+Z', run: (actions) => void actions.review.turn('redo')},
  {group: 'Review', name: 'Next hunk', keys: 'n', also: 'j', step: true, run: (actions) => void actions.review.move(1)},
  {group: 'Review', name: 'Previous hunk', keys: 'p', also: 'k', step: true, run: (actions) => void actions.review.move(-1)},
  {group: 'Review', name: 'Next changed file', keys: ']', step: true, run: (actions) => void actions.review.moveFile(1)},
  {group: 'Review', name: 'Previous changed file', keys: '[', step: true, run: (actions) => void actions.review.moveFile(-1)},
  {
    group: 'Review',
    name: 'Accept the file',
    keys: 'f',
    when: (state) => reviewing(state) && fileOf(state) !== undefined,
    run: (actions, state) => void actions.review.decideAll('accept', fileOf(state)!.file_path),
  },
  {
    group: 'Review',
    name: 'Reject the file',
    keys: 'Shift+F',
    when: (state) => reviewing(state) && fileOf(state) !== undefined,
    run: (actions, state) => void actions.review.decideAll('reject', fileOf(state)!.file_path),
  },
  {group: 'Review', name: 'Accept all hunks', keys: 'Shift+A', when: reviewing, run: (actions) => void actions.review.decideAll('accept')},
  {group: 'Review', name: 'Reject all hunks', keys: 'Shift+R', when: reviewing, run: (actions) => void actions.review.decideAll('reject')},
  {
    group: 'Review',
    name: 'Split the hunk',
    keys: 'd',
    when: selected,
    about: hunk,
    run: (_, state) => setView({splitting: state.selected}),
  },
  {
    group: 'Review',
    name: 'Apply: write what was accepted, end the review',
    keys: 'Ctrl+ENTER',
    when: reviewing,
    run: (actions, state) => {
      if (numbered(state.bundle).some((each) => each.decision === 'pending')) setView({asks: 'apply'});
      else void actions.review.apply();
    },
  },
  {
    group: 'Review',
    name: 'Run checks, or end the check',
    keys: 'c',
    when: reviewing,
    run: (actions, state) => {
      const {check, selectionOfCheck} = getView();
      const command = check ?? firstCommand(state.offers);
      if (state.check?.status === 'running') void actions.review.cancelCheck();
      else if (command.trim()) void actions.review.check(command, selectionOf(selectionOfCheck, state.bundle));
      else document.querySelector<HTMLElement>('[aria-label="Check command"]')?.focus();
    },
  },
  {
    group: 'Review',
    name: 'Check with accepted hunks, or with all',
    keys: 'Shift+K',
    when: reviewing,
    run: () => setView({selectionOfCheck: getView().selectionOfCheck === 'all' ? 'accepted' : 'all'}),
  },
  {group: 'Editor', name: 'Save what was accepted or typed', keys: 'Ctrl+S', run: (actions) => void actions.review.save()},
  {group: 'Editor', name: 'Edit the file, or stop editing', keys: 'e', when: opened, run: () => setView({editing: !getView().editing})},
  {
    group: 'Editor',
    name: 'Inline or side by side',
    keys: 's',
    run: () => setView({layout: getView().layout === 'side' ? 'inline' : 'side'}),
  },
  {group: 'Editor', name: 'Discard what is staged for the file', keys: 'Shift+D', when: opened, run: () => setView({asks: 'discard'})},
  {group: 'Agent', name: 'Go to the instruction', keys: 'i', step: true, run: () => goTo('agent', '#instruction')},
  {
    group: 'Agent',
    name: 'Lay the open file or the selected lines beside the instruction',
    keys: 'o',
    when: opened,
    run: (actions, state) => {
      const {selection} = getView();
      actions.addOpen(selection?.path === state.open?.path ? selection : null);
    },
  },
  {
    group: 'Agent',
    name: 'Cancel the job',
    keys: 'Shift+C',
    when: (state) => isAtWork(statusOf(state)),
    run: (actions) => void actions.control('cancelJob'),
  },
  {group: 'Agent', name: 'Run the job again', keys: 'Shift+G', when: idle, run: requestRerun},
  {
    group: 'Agent',
    name: 'Resume the interrupted job',
    keys: 'Shift+J',
    when: (state) => state.job?.error?.code === 'interrupted',
    run: (actions) => void actions.control('resumeJob'),
  },
  {group: 'Agent', name: 'Go to the question', keys: 'q', when: asked, run: () => goTo('agent', '.ask button, .ask input')},
  {
    group: 'Agent',
    name: 'Skip the question',
    keys: 'Shift+S',
    when: asked,
    about: (state) => state.job?.pending_question?.question_id,
    run: (actions, state) => void actions.clarify(state.job!.pending_question!.question_id, 'no_user_answer'),
  },
  {
    group: 'Agent',
    name: 'Choose the model',
    keys: 'm',
    when: (state) => (state.models?.models.length ?? 0) > 0,
    run: () => goTo('agent', '#model'),
  },
  {
    group: 'Agent',
    name: 'Allow the command',
    keys: 'y',
    when: approvable,
    about: approval,
    run: (actions) => void actions.approve('allow', 'once', ''),
  },
  {
    group: 'Agent',
    name: 'Deny the command',
    keys: 'Shift+Y',
    when: approvable,
    about: approval,
    run: (actions) => void actions.approve('deny', 'once', ''),
  },
  {
    group: 'Agent',
    name: 'Allow the command for the session',
    keys: 'Shift+L',
    when: (state) => approvable(state) && !state.job?.pending_approval?.plan,
    about: approval,
    run: (actions) => void actions.approve('allow', 'session', ''),
  },
  {
    group: 'Agent',
    name: 'Always allow the command',
    keys: 'Shift+V',
    when: (state) => approvable(state) && Boolean(state.job?.pending_approval?.can_last),
    about: approval,
    run: (actions) => void actions.approve('allow', 'always', ''),
  },
  {
    group: 'Agent',
    name: 'Go on with what waits',
    keys: 'g',
    when: (state) => heldUp(state) && waitingIn(state).length > 0,
    about: (state) => waitingIn(state)[0]?.job_id,
    run: (actions, state) => void actions.goOn(waitingIn(state)[0]!.job_id),
  },
  {
    group: 'Agent',
    name: 'Cancel what waits last',
    keys: 'Shift+E',
    when: (state) => waitingIn(state).length > 0,
    about: (state) => waitingIn(state).at(-1)?.job_id,
    run: (actions, state) => void actions.cancelJob(waitingIn(state).at(-1)!.job_id),
  },
  {
    group: 'Agent',
    name: 'Go on to the next mode',
    keys: 'Shift+O',
    when: (state) => (state.settings?.agent_modes.length ?? 0) > 1,
    run: (_, state) => {
      const modes = state.settings!.agent_modes;
      const now = getView().mode || state.settings!.agent_mode;
      setView({mode: modeOf(modes[(modes.findIndex((each) => each === now) + 1) % modes.length]!, state)});
    },
  },
  {
    group: 'Agent',
    name: 'Pin what was laid beside the instruction last',
    keys: 'Shift+P',
    when: (state) => state.composed.rows.length > 0,
    run: (actions, state) => void actions.pin(state.composed.rows.length - 1),
  },
  {
    group: 'Agent',
    name: 'Remove what was laid beside the instruction last',
    keys: 'Shift+Z',
    when: (state) => state.composed.rows.length > 0 || (state.session?.context_rows.length ?? 0) > 0,
    run: (actions, state) => {
      const {rows} = state.composed;
      if (rows.length > 0) actions.removeRow(rows.length - 1);
      else void actions.unpin(state.session!.context_rows.length - 1);
    },
  },
  {
    group: 'Agent',
    name: 'Commands in jobs: off, ask, automatic',
    keys: 'Shift+M',
    run: (actions, state) => {
      const now = state.session?.tool_config?.commands ?? 'off';
      void actions.allowCommands(now === 'off' ? 'ask' : now === 'ask' ? 'auto' : 'off');
    },
  },
  {group: 'Agent', name: 'Show the runs: compare, roll back', keys: 'h', run: () => setView({agent: 'runs', tab: 'agent'})},
  {
    group: 'Agent',
    name: 'Compare the latest run three ways',
    keys: 'b',
    when: (state) => Boolean(state.runs[0]),
    run: (actions, state) => {
      setView({tab: 'editor'});
      if (state.comparison) actions.history.closeComparison();
      else void actions.history.compare(state.runs[0]!.checkpoint_id);
    },
  },
  {
    group: 'Agent',
    name: 'Roll back hunks of the latest run',
    keys: 'Shift+H',
    when: (state) => Boolean(state.runs[0]),
    run: (_, state) => setView({rollback: {checkpoint: state.runs[0]!.checkpoint_id, mode: 'scoped'}}),
  },
  {
    group: 'Agent',
    name: 'Roll back everything of the latest run',
    keys: 'Shift+B',
    when: (state) => Boolean(state.runs[0]),
    run: (_, state) => setView({rollback: {checkpoint: state.runs[0]!.checkpoint_id, mode: 'hard'}}),
  },
  {
    group: 'Agent',
    name: 'Undo the latest rollback, also a saved one',
    keys: 'z',
    when: (state) => latestRollback(state) !== undefined,
    about: (state) => latestRollback(state)?.rollback_id,
    run: (actions, state) => void actions.history.undoRollback(latestRollback(state)!.rollback_id),
  },
  {group: 'Agent', name: 'Show the conversation', keys: 'v', run: () => setView({agent: 'chat', tab: 'agent'})},
  {group: 'Agent', name: 'Sessions', keys: 'l', run: () => setView({sessions: true})},
  {group: 'Agent', name: 'Begin a session', keys: 'Shift+N', run: (actions, state) => void actions.newSession(state.session?.root ?? 0)},
  {
    group: 'Agent',
    name: 'Archive the session, or take it up again',
    keys: 'Shift+X',
    when: (state) => state.session !== null,
    run: (actions, state) =>
      void (state.session!.status === 'archived'
        ? actions.unarchive(state.session!.session_id)
        : actions.archive(state.session!.session_id)),
  },
  {group: 'Page', name: 'Find a command, a file, a session', keys: 'Ctrl+K', run: () => setView({palette: true})},
  {group: 'Page', name: 'Search names and contents', keys: '/', step: true, run: () => goTo('files', '#search')},
  {group: 'Page', name: 'Go to the files', keys: '1', run: () => goTo('files', '.tree')},
  {group: 'Page', name: 'Go to the editor', keys: '2', run: () => goTo('editor', '.code .cm-content[aria-label$="working buffer"]')},
  {group: 'Page', name: 'Go to the agent', keys: '3', run: () => goTo('agent', '.chat')},
  {group: 'Page', name: 'Go on to the next theme', keys: 't', run: () => setView({theme: nextTheme()})},
  {group: 'Page', name: 'Say who you are', keys: 'w', run: () => setView({naming: true})},
  {group: 'Page', name: 'Show all keys', keys: '?', run: () => setView({help: true})},
  {
    group: 'Page',
    name: 'Sign out',
    keys: 'Shift+Q',
    run: () => document.querySelector<HTMLFormElement>('#sign-out')?.requestSubmit(),
  },
];

/** How a key is written for people. */
export function written(keys: string): string {
  return keys.replace('ENTER', 'Enter');
}

/** The name of a key stroke as it is written above; null for one that is being typed as text. */
export function strokeOf(event: KeyboardEvent): string | null {
  const name = nameOf(event);
  if (name === null) return null;
  const target = event.target as HTMLElement;
  const field = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
  // A field takes back its own letters.
  if (name.startsWith('Ctrl+')) return field && name.endsWith('Z') ? null : name;
  return field || target.isContentEditable ? null : name;
}

export function commandOf(stroke: string | null): Command | undefined {
  if (stroke === null) return undefined;
  return COMMANDS.find((command) => command.keys === stroke || command.also === stroke);
}
