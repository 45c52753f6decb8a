import {Component, type ReactNode} from 'react';

interface Props {
  children: ReactNode;
}

/** Stands in for a page that cannot be shown, with the way out; nothing of it is the server's. */
export class Boundary extends Component<Props, {problem: string}> {
  override state = {problem: ''};

  static getDerivedStateFromError(error: unknown): {problem: string} {
    return {problem: error instanceof Error ? error.message : String(error)};
  }

  override render(): ReactNode {
    if (!this.state.problem) return this.props.children;
    return (
      <main className="welcome" aria-label="The page cannot be shown">
        <h1>The page cannot be shown</h1>
        <p role="alert">{this.state.problem}</p>
        <p className="soft">This is a mistake in the page. What is staged and what you wrote as an instruction is kept.</p>
        <p className="actions">
          <button type="button" className="primary" onClick={() => location.reload()}>
            Load it again
          </button>
          <a href="/overview">The overview</a>
        </p>
      </main>
    );
  }
}
