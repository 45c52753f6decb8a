import {useEffect, useState, type KeyboardEvent, type ReactElement} from 'react';
import type {Passage} from '../api/schema.ts';
import {useActions, useStore} from './context.ts';
import {Icon} from './icons.tsx';
import {useNames} from './names.ts';

const NAMES = 30;
const PAUSE_MILLIS = 250;

interface Found {
  words: string;
  passages: readonly Passage[];
  truncated: boolean;
  problem: string;
}

const NOTHING: Found = {words: '', passages: [], truncated: false, problem: ''};

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
          if (current) setFound({words, passages: results, truncated: truncated ?? false, problem: ''});
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
            <button type="button" className="plain" title={path} onClick={() => void actions.openFile(path)}>
              <Icon name="file" />
              <span className="found-path">{path}</span>
            </button>
          </li>
        ))}
      </ul>
      <h2 className="found-head">
        Contents{' '}
        <span className="soft" role="status">
          {searching ? 'searching…' : `${found.passages.length}${found.truncated ? ' and more' : ''}`}
        </span>
      </h2>
      {found.problem && <p className="empty bad">{found.problem}</p>}
      <ul>
        {found.passages.map((passage) => (
          <li key={`${passage.file_path}:${passage.start_line}`}>
            <button
              type="button"
              className="plain passage"
              onClick={() => void actions.openFile(passage.file_path, lineOf(passage, words))}
            >
              <span className="found-path">
                {passage.file_path}:{lineOf(passage, words)}
              </span>
              <code>{excerpt(passage.snippet, words)}</code>
            </button>
          </li>
        ))}
      </ul>
      {!searching && names.length === 0 && found.passages.length === 0 && !found.problem && (
        <p className="empty">Nothing in this project has “{words}”.</p>
      )}
    </div>
  );
}

function lineOf(passage: Passage, words: string): number {
  const lines = passage.snippet.split('\n');
  const at = lines.findIndex((line) => line.toLowerCase().includes(words.toLowerCase()));
  return passage.start_line + Math.max(0, at);
}

/** The line with the words, from shortly before them. */
function excerpt(snippet: string, words: string): string {
  const lines = snippet.split('\n');
  const line = lines.find((each) => each.toLowerCase().includes(words.toLowerCase())) ?? lines[0] ?? '';
  const at = Math.max(0, line.toLowerCase().indexOf(words.toLowerCase()) - 24);
  return (at > 0 ? '…' : '') + line.slice(at, at + 120).trim();
}
