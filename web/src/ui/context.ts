import {createContext, use, useSyncExternalStore} from 'react';
import type {Actions} from '../store/actions.ts';
import type {State} from '../store/state.ts';
import type {Store} from '../store/store.ts';

export interface App {
  store: Store;
  actions: Actions;
}

export const AppContext = createContext<App | null>(null);

function useApp(): App {
  const app = use(AppContext);
  if (!app) throw new Error('outside of the page');
  return app;
}

export function useActions(): Actions {
  return useApp().actions;
}

/** A part of the state; the selector has to answer the same object while nothing of it changes. */
export function useStore<T>(select: (state: State) => T): T {
  const {store} = useApp();
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}

/** The state at the moment of a click, without being painted again for it. */
export function useCurrent(): () => State {
  return useApp().store.get;
}
