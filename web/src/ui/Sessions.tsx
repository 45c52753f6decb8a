import {useEffect, useState, type ReactElement} from 'react';
import type {Session} from '../api/schema.ts';
import {Sheet} from './Dialogs.tsx';
import {Icon} from './icons.tsx';
import {useActions, useStore} from './context.ts';
import {ago} from './time.ts';
import {useView} from './view.ts';
import {visibleLine} from '../text/visible.ts';

export function titleOf(session: Session): string {
  return visibleLine(session.title.trim()) || 'New session';
}

/** Which session this is, and the way to the others. */
export function SessionBar(): ReactElement {
  const actions = useActions();
  const [view, setView] = useView();
  const current = useStore((state) => state.session);
  const loading = useStore((state) => state.loading);
  return (
    <div className="session-bar">
      <button
        type="button"
        className="session-name"
        aria-label={`Sessions, now: ${current ? titleOf(current) : 'none'}`}
        title="All sessions (l)"
        onClick={() => setView({sessions: true})}
      >
        <span className="session-title">{current ? titleOf(current) : loading ? 'Loading…' : 'No session'}</span>
        {current?.status === 'archived' && <span className="tag">archived</span>}
        <Icon name="down" />
      </button>
      <div className="segments" role="group" aria-label="Shown of the agent">
        <button
          type="button"
          aria-pressed={view.agent === 'chat'}
          title="The conversation"
          onClick={() => setView({agent: 'chat'})}
        >
          Chat
        </button>
        <button
          type="button"
          aria-pressed={view.agent === 'runs'}
          title="What each run did, and how to take it back (h)"
          onClick={() => setView({agent: 'runs'})}
        >
          Runs
        </button>
      </div>
      <button
        type="button"
        className="icon-button"
        aria-label="New session"
        title="New session (Shift+N)"
        onClick={() => void actions.newSession(current?.root ?? 0)}
      >
        <Icon name="plus" />
      </button>
    </div>
  );
}

/** All sessions, to be searched, opened, put aside and taken up again. */
export function SessionList(): ReactElement {
  const [view, setView] = useView();
  const close = (): void => setView({sessions: false});
  return (
    <Sheet open={view.sessions} title="Sessions" onClose={close}>
      {view.sessions && <List close={close} />}
    </Sheet>
  );
}

const PAUSE_MILLIS = 150;

/** The sessions that the server finds; null where nothing is looked for. Asked again when one of them changes. */
function useFound(
  words: string,
  status: Session['status'],
  sessions: readonly Session[],
): readonly Session[] | null {
  const actions = useActions();
  const [found, setFound] = useState<readonly Session[] | null>(null);
  useEffect(() => {
    if (!words) {
      setFound(null);
      return undefined;
    }
    let late = false;
    const timer = setTimeout(() => {
      actions.findSessions(words, status).then(
        (some) => {
          if (!late) setFound(some);
        },
        (failed: unknown) => {
          if (!late) actions.tell(failed instanceof Error ? failed.message : String(failed));
        },
      );
    }, PAUSE_MILLIS);
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [actions, words, status, sessions]);
  return words ? found : null;
}

function List({close}: {close(): void}): ReactElement {
  const actions = useActions();
  const sessions = useStore((state) => state.sessions);
  const current = useStore((state) => state.session?.session_id);
  const roots = useStore((state) => state.settings?.roots) ?? [];
  const [words, setWords] = useState('');
  const [archived, setArchived] = useState(false);
  const found = useFound(words.trim(), archived ? 'archived' : 'active', sessions);
  const shown = found ?? sessions.filter((each) => (each.status === 'archived') === archived);
  const open = (id: string): void => {
    close();
    void actions.openSession(id);
  };
  return (
    <>
      <div className="session-search">
        <input
          autoFocus
          type="search"
          aria-label="Search sessions"
          placeholder="Search sessions"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && shown[0]) open(shown[0].session_id);
          }}
        />
        <div className="segments" role="group" aria-label="Which sessions">
          <button type="button" aria-pressed={!archived} onClick={() => setArchived(false)}>
            Active
          </button>
          <button type="button" aria-pressed={archived} onClick={() => setArchived(true)}>
            Archived
          </button>
        </div>
      </div>
      <ul className="session-list" aria-label={archived ? 'Archived sessions' : 'Active sessions'}>
        {shown.map((each) => (
          <li key={each.session_id} className={each.session_id === current ? 'current' : ''}>
            <button type="button" className="plain session-open" onClick={() => open(each.session_id)}>
              <span className="session-title">{titleOf(each)}</span>
              <span className="soft number">
                {roots.length > 1 ? `${roots[each.root]?.name ?? each.root} · ` : ''}
                {ago(each.updated_at)}
              </span>
            </button>
            <button
              type="button"
              className="small"
              aria-label={`${archived ? 'Take up' : 'Archive'} ${titleOf(each)}`}
              onClick={() => void (archived ? actions.unarchive(each.session_id) : actions.archive(each.session_id))}
            >
              {archived ? 'Take up' : 'Archive'}
            </button>
          </li>
        ))}
      </ul>
      {shown.length === 0 && (
        <p className="empty">
          {words ? 'No session has these words.' : archived ? 'Nothing has been put aside.' : 'No sessions yet.'}
        </p>
      )}
      <p className="actions">
        {roots.map((root) => (
          <button
            key={root.root}
            type="button"
            onClick={() => {
              close();
              void actions.newSession(root.root);
            }}
          >
            <Icon name="plus" /> New session{roots.length > 1 ? ` in ${root.name}` : ''}
          </button>
        ))}
      </p>
    </>
  );
}
