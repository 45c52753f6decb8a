import {useSyncExternalStore} from 'react';
import {recall, remember} from '../store/place.ts';

/** Lines of the open file that a person has selected. */
export interface Selection {
  path: string;
  first: number;
  last: number;
}

/** How the page looks to this one person; nothing of it is the server's. */
export interface View {
  layout: 'inline' | 'side';
  editing: boolean;
  theme: 'auto' | 'light' | 'dark';
  help: boolean;
  palette: boolean;
  sessions: boolean;
  /** Which panel is seen where there is room for one only. */
  tab: 'files' | 'editor' | 'agent';
  agent: 'chat' | 'runs';
  selection: Selection | null;
  /** What has to be confirmed first. */
  asks: 'apply' | 'discard' | 'rerun' | null;
  /** Which model the next run asks; empty for the usual one. */
  mode: string;
  /** The hunk that is about to be split. */
  splitting: string | null;
  /** What is about to be taken back. */
  rollback: {checkpoint: string; mode: 'hard' | 'scoped'} | null;
  /** The command that was typed for a check, if one was, and with which hunks it is wanted. */
  check: string | null;
  selectionOfCheck: 'accepted' | 'all';
  /** Whether the name of the person is being asked for. */
  naming: boolean;
}

let view: View = {
  layout: recall('layout') === 'side' ? 'side' : 'inline',
  editing: false,
  theme: theme(recall('theme')),
  help: false,
  palette: false,
  sessions: false,
  tab: 'agent',
  agent: 'chat',
  selection: null,
  asks: null,
  mode: '',
  splitting: null,
  rollback: null,
  check: null,
  selectionOfCheck: 'accepted',
  naming: false,
};
const listeners = new Set<() => void>();

function theme(word: string | null): View['theme'] {
  return word === 'light' || word === 'dark' ? word : 'auto';
}

function dress(): void {
  document.documentElement.dataset['theme'] = view.theme;
}
dress();

export function setView(change: Partial<View>): void {
  view = {...view, ...change};
  if (change.layout) remember('layout', view.layout);
  if (change.theme) {
    remember('theme', view.theme);
    dress();
  }
  for (const listener of listeners) listener();
}

export function getView(): View {
  return view;
}

export function useView(): [View, typeof setView] {
  const now = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, getView);
  return [now, setView];
}

export function nextTheme(): View['theme'] {
  return view.theme === 'auto' ? 'light' : view.theme === 'light' ? 'dark' : 'auto';
}
