import {useEffect, type ReactElement} from 'react';
import {Agent} from './Agent.tsx';
import {Changes} from './Changes.tsx';
import {commandOf, strokeOf} from './commands.ts';
import {EditorPanel} from './EditorPanel.tsx';
import {FileTree} from './FileTree.tsx';
import {Help, Palette} from './Palette.tsx';
import {Panels} from './Panels.tsx';
import {useActions, useStore, type App} from './context.ts';
import {setView} from './view.ts';

const LOOK_MILLIS = 5_000;
const DONE_MILLIS = 8_000;

/** The whole page. */
export function Page({app}: {app: App}): ReactElement {
  useKeys(app);
  useLooks(app);
  useDepartures(app);
  return (
    <div className="page">
      <Header />
      <Panels
        files={
          <div className="left-panel">
            <Changes />
            <FileTree />
          </div>
        }
        editor={<EditorPanel />}
        agent={<Agent />}
      />
      <Notices />
      <Help />
      <Palette />
    </div>
  );
}

const CONNECTIONS = {
  idle: '',
  live: 'live',
  polling: 'asking every few seconds',
  reconnecting: 'reconnecting…',
  away: 'the server cannot be reached',
};

function Header(): ReactElement {
  const project = useStore((state) => state.settings?.roots[state.session?.root ?? 0]?.name);
  const connection = useStore((state) => state.connection);
  return (
    <header className="page-bar">
      <strong>Tenon</strong>
      <span className="soft">{project}</span>
      <span className={`connection connection-${connection}`} role="status">
        {CONNECTIONS[connection]}
      </span>
      <span className="actions">
        <button type="button" onClick={() => setView({palette: true})}>
          Go to <kbd>Ctrl K</kbd>
        </button>
        <button type="button" aria-label="Keys" onClick={() => setView({help: true})}>
          ?
        </button>
        <form method="post" action="/logout">
          <button type="submit">Sign out</button>
        </form>
      </span>
    </header>
  );
}

function Notices(): ReactElement {
  const actions = useActions();
  const notices = useStore((state) => state.notices);
  const signedOut = useStore((state) => state.signedOut);
  const done = notices.find((notice) => notice.kind === 'done')?.id;
  useEffect(() => {
    if (done === undefined) return undefined;
    const timer = setTimeout(() => actions.dismiss(done), DONE_MILLIS);
    return () => clearTimeout(timer);
  }, [actions, done]);
  return (
    <div className="notices">
      {signedOut && (
        <div className="notice error" role="alert">
          <p>
            You are signed out: the server was started anew, or the login ended. What you typed is still here.{' '}
            <a href="/" target="_blank" rel="noopener">
              Sign in in another tab
            </a>
            , then reload this one.
          </p>
        </div>
      )}
      {notices.map((notice) => (
        <div key={notice.id} className={`notice ${notice.kind}`} role={notice.kind === 'error' ? 'alert' : 'status'}>
          <div>
            <p>{notice.text}</p>
            {notice.suggestions.map((each) => (
              <p key={each} className="soft">
                {each}
              </p>
            ))}
          </div>
          <button type="button" className="plain" aria-label="Dismiss" onClick={() => actions.dismiss(notice.id)}>
            ✗
          </button>
        </div>
      ))}
    </div>
  );
}

function useKeys({actions, store}: App): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      if (event.key === 'Escape' && target.isContentEditable) setView({editing: false});
      if (target.closest('[role=dialog]')) return;
      const command = commandOf(strokeOf(event));
      if (!command) return;
      event.preventDefault();
      if (command.when?.(store.get()) ?? true) command.run(actions, store.get());
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [actions, store]);
}

/** Looks now and then whether another tab or person did something. */
function useLooks({actions}: App): void {
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible') void actions.look();
    };
    const timer = setInterval(look, LOOK_MILLIS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [actions]);
}

/** Asks before what was typed is lost. */
function useDepartures({store}: App): void {
  useEffect(() => {
    const leaving = (event: BeforeUnloadEvent): void => {
      if (store.get().draft !== null) event.preventDefault();
    };
    addEventListener('beforeunload', leaving);
    return () => removeEventListener('beforeunload', leaving);
  }, [store]);
}
