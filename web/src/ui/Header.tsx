import type {ReactElement} from 'react';
import {Icon, Sign} from './icons.tsx';
import {useStore} from './context.ts';
import {nextTheme, useView} from './view.ts';
import {visibleLine} from '../text/visible.ts';

const CONNECTIONS = {
  idle: '',
  live: 'live',
  polling: 'asks every 2 s',
  reconnecting: 'reconnecting…',
  away: 'the server cannot be reached',
};

const THEMES = {auto: 'as the system', light: 'light', dark: 'dark'};
const THEME_ICONS = {auto: 'auto', light: 'sun', dark: 'moon'} as const;

export function Header(): ReactElement {
  const project = useStore((state) => state.settings?.roots[state.session?.root ?? 0]?.name);
  const connection = useStore((state) => state.connection);
  const busy = useStore((state) => state.busy);
  const [view, setView] = useView();
  return (
    <header className={busy ? 'page-bar busy' : 'page-bar'}>
      <span className="brand">
        <Sign /> <h1>Tenon</h1>
        <span className="project">{project && visibleLine(project)}</span>
      </span>
      <button type="button" className="go-to" onClick={() => setView({palette: true})}>
        <Icon name="search" /> <span className="go-to-words">Find a file, a command, a session</span>{' '}
        <kbd>Ctrl K</kbd>
      </button>
      <span className="actions">
        <span className={`connection connection-${connection}`} role="status">
          {CONNECTIONS[connection]}
        </span>
        <button
          type="button"
          className="icon-button"
          aria-label={`Theme: ${THEMES[view.theme]}`}
          title={`Theme: ${THEMES[view.theme]} (t)`}
          onClick={() => setView({theme: nextTheme()})}
        >
          <Icon name={THEME_ICONS[view.theme]} />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label="Keys"
          title="All keys (?)"
          onClick={() => setView({help: true})}
        >
          <Icon name="keys" />
        </button>
        <form method="post" action="/logout" id="sign-out">
          <button type="submit" className="icon-button" aria-label="Sign out" title="Sign out (Shift+Q)">
            <Icon name="out" />
          </button>
        </form>
      </span>
    </header>
  );
}
