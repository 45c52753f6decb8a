import type {Actions} from '../store/actions.ts';
import type {State} from '../store/state.ts';
import {statusOf} from '../store/reduce.ts';
import {getView, setView} from './view.ts';

/** Something a person can do, by name, and by key where it has one. */
export interface Command {
  name: string;
  keys: string;
  /** Whether it can be done now; always, when it says nothing. */
  when?(state: State): boolean;
  run(actions: Actions, state: State): void;
}

const reviewing = (state: State): boolean => statusOf(state) === 'awaiting_review';
const selected = (state: State): boolean => reviewing(state) && state.selected !== null;

export const COMMANDS: readonly Command[] = [
  {
    name: 'Accept the hunk',
    keys: 'a',
    when: selected,
    run: (actions, state) => void actions.decide('accept', {hunks: [state.selected!]}),
  },
  {
    name: 'Reject the hunk',
    keys: 'r',
    when: selected,
    run: (actions, state) => void actions.decide('reject', {hunks: [state.selected!]}),
  },
  {name: 'Undo the latest decision or edit', keys: 'u', run: (actions) => void actions.turn('undo')},
  {name: 'Redo it', keys: 'Shift+U', run: (actions) => void actions.turn('redo')},
  {name: 'Next hunk', keys: 'n', run: (actions) => void actions.move(1)},
  {name: 'Previous hunk', keys: 'p', run: (actions) => void actions.move(-1)},
  {name: 'Accept all hunks', keys: 'Shift+A', when: reviewing, run: (actions) => void actions.decide('accept_all')},
  {name: 'Reject all hunks', keys: 'Shift+R', when: reviewing, run: (actions) => void actions.decide('reject_all')},
  {name: 'Save what was accepted or typed', keys: 'Ctrl+S', run: (actions) => void actions.save()},
  {
    name: 'Inline or side by side',
    keys: 's',
    run: () => setView({layout: getView().layout === 'side' ? 'inline' : 'side'}),
  },
  {name: 'Edit the file, or stop editing', keys: 'e', run: () => setView({editing: !getView().editing})},
  {
    name: 'Go to the instruction',
    keys: 'i',
    run: () => {
      setView({tab: 'agent'});
      setTimeout(() => document.getElementById('instruction')?.focus());
    },
  },
  {
    name: 'Cancel the job',
    keys: '',
    when: (state) => ['queued', 'running', 'waiting_for_user'].includes(statusOf(state) ?? ''),
    run: (actions) => void actions.control('cancelJob'),
  },
  {name: 'Begin a session', keys: '', run: (actions, state) => void actions.newSession(state.session?.root ?? 0)},
  {name: 'Light, dark, or as the system', keys: 't', run: () => setView({theme: nextTheme()})},
  {name: 'Find a command or a file', keys: 'Ctrl+K', run: () => setView({palette: true})},
  {name: 'Show all keys', keys: '?', run: () => setView({help: true})},
];

function nextTheme(): 'auto' | 'light' | 'dark' {
  const {theme} = getView();
  return theme === 'auto' ? 'light' : theme === 'light' ? 'dark' : 'auto';
}

/** The name of a key stroke as it is written above; null for one that is being typed as text. */
export function strokeOf(event: KeyboardEvent): string | null {
  if (event.isComposing || event.altKey) return null;
  if (event.ctrlKey || event.metaKey) return `Ctrl+${event.key.toUpperCase()}`;
  const target = event.target as HTMLElement;
  if (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return null;
  if (event.key.length !== 1) return null;
  return /[A-Z]/.test(event.key) ? `Shift+${event.key}` : event.key;
}

export function commandOf(stroke: string | null): Command | undefined {
  return stroke === null ? undefined : COMMANDS.find((command) => command.keys === stroke);
}
