import {reduce} from './reduce.ts';
import {EMPTY, type Action, type State} from './state.ts';

/** The one truth of the page. Components render it; nobody else keeps what it keeps. */
export class Store {
  private state: State = EMPTY;
  private readonly listeners = new Set<() => void>();

  readonly get = (): State => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  dispatch(action: Action): void {
    const next = reduce(this.state, action);
    if (next === this.state) return;
    this.state = next;
    for (const listener of this.listeners) listener();
  }
}
