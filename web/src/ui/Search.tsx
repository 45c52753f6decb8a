import {useEffect, useState, type KeyboardEvent, type ReactElement} from 'react';
import {useActions, useStore} from './context.ts';
import {Icon} from './icons.tsx';
import {matchesOf, type Match} from './matches.ts';
import {useNames} from './names.ts';
import {visible, visibleLine} from '../text/visible.ts';

const NAMES = 30;
const PAUSE_MILLIS = 250;
/** So many lines are shown; whoever wants others says more. */
const LINES = 300;

interface Found {
  words: string;
  lines: readonly Match[];
  truncated: boolean;
  problem: string;
}

const NOTHING: Found = {words: '', lines: [], truncated: false, problem: ''};

/** Files by name at once, and by what is in them a moment later. */
export function Search({words}: {words: string}): ReactElement {
  const actions = useActions();
  const session = useStore((state) => state.session?.session_id);
  const [found, setFound] = useState<Found>(NOTHING);
  const names = useNames(words, NAMES);
  useEffect(() => {
    if (!session || words.length < 2) {
      setFound({...NOTHING, words});
      return undefined;
    }
    let current = true;
    const timer = setTimeout(() => {
      actions.search(words).then(
        ({results, truncated}) => {
          const lines = matchesOf(results, words);
          const more = (truncated ?? false) || lines.length > LINES;
          if (current) setFound({words, lines: lines.slice(0, LINES), truncated: more, problem: ''});
        },
        (failed: unknown) => {
          const problem = failed instanceof Error ? failed.message : String(failed);
          if (current) setFound({...NOTHING, words, problem});
        },
      );
    }, PAUSE_MILLIS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [actions, session, words]);
  const keys = (event: KeyboardEvent<HTMLDivElement>): void => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0) return;
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
    const next = all[all.indexOf(event.target as HTMLElement) + by];
    if (next) next.focus();
    else if (by < 0) document.getElementById('search')?.focus();
    event.preventDefault();
  };
  const searching = found.words !== words;
  return (
    <div className="found" onKeyDown={keys}>
      <h2 className="found-head">
        Names <span className="soft">{names.length === NAMES ? `best ${NAMES}` : names.length}</span>
      </h2>
      <ul>
        {names.map((path) => (
          <li key={path}>
            <button type="button" className="plain" title={visibleLine(path)} onClick={() => void actions.openFile(path)}>
              <Icon name="file" />
              <span className="found-path">{visibleLine(path)}</span>
            </button>
          </li>
        ))}
      </ul>
      <h2 className="found-head">
        Contents{' '}
        <span className="soft" role="status">
          {searching ? 'searching…' : `${found.lines.length}${found.truncated ? ' and more' : ''}`}
        </span>
      </h2>
      {found.problem && <p className="empty bad">{found.problem}</p>}
      <ul>
        {found.lines.map(({path, line, text}) => (
          <li key={`${path}:${line}`}>
            <button type="button" className="plain passage" onClick={() => void actions.openFile(path, line)}>
              <span className="found-path">
                {visibleLine(path)}:{line}
              </span>
              <code>{visible(text)}</code>
            </button>
          </li>
        ))}
      </ul>
      {!searching && names.length === 0 && found.lines.length === 0 && !found.problem && (
        <p className="empty">Nothing in this project has “{words}”.</p>
      )}
    </div>
  );
}

