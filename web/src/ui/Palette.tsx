import {useMemo, useState, type ReactElement} from 'react';
import {ListBox, ListBoxItem} from 'react-aria-components';
import {numbered} from '../review/hunks.ts';
import {COMMANDS, written} from './commands.ts';
import {Sheet} from './Dialogs.tsx';
import {useActions, useStore} from './context.ts';
import {bestOf} from './fuzzy.ts';
import {setView, useView, type View} from './view.ts';

interface Entry {
  id: string;
  name: string;
  hint: string;
  /** More words by which it is found. */
  words?: string;
  run(): void;
}

const SHOWN = 30;
const THEMES: readonly [View['theme'], string][] = [
  ['light', 'Theme: light'],
  ['dark', 'Theme: dark'],
  ['auto', 'Theme: as the system'],
];

/** Finds every command, and every file and session, by some letters of its name. */
export function Palette(): ReactElement {
  const [view, setView] = useView();
  const close = (): void => setView({palette: false});
  return (
    <Sheet open={view.palette} title="Go to" onClose={close}>
      {view.palette && <Finder close={close} />}
    </Sheet>
  );
}

function Finder({close}: {close(): void}): ReactElement {
  const actions = useActions();
  const state = useStore((all) => all);
  const [words, setWords] = useState('');
  const entries = useMemo(() => {
    const all: Entry[] = COMMANDS.filter((command) => command.when?.(state) ?? true).map((command) => ({
      id: `command ${command.name}`,
      name: command.name,
      hint: written(command.keys),
      run: () => command.run(actions, state),
    }));
    for (const [theme, name] of THEMES) {
      all.push({id: `theme ${theme}`, name, hint: 'theme', words: 'theme light dark as the system', run: () => setView({theme})});
    }
    for (const each of numbered(state.bundle)) {
      const place = each.place ? `:${each.place.line}` : '';
      const name = `Hunk ${each.number}: ${each.file.target_path ?? each.file.file_path}${place}`;
      all.push({id: `hunk ${each.hunk.hunk_id}`, name, hint: each.decision, run: () => void actions.review.select(each.hunk.hunk_id)});
    }
    for (const each of state.sessions) {
      const run = (): void => void actions.openSession(each.session_id);
      all.push({id: each.session_id, name: each.title || 'New session', hint: each.status === 'archived' ? 'archived' : 'session', run});
    }
    const wanted = words.toLowerCase().split(/\s+/);
    const found = all.filter((entry) => wanted.every((word) => `${entry.name} ${entry.words ?? ''}`.toLowerCase().includes(word)));
    if (words === '') return found.slice(0, SHOWN);
    const files = bestOf(state.files, words, SHOWN).map((path) => ({
      id: `file ${path}`,
      name: path,
      hint: 'file',
      run: () => void actions.openFile(path),
    }));
    return [...found.slice(0, SHOWN / 2), ...files].slice(0, SHOWN);
  }, [actions, state, words]);
  const go = (entry: Entry | undefined): void => {
    if (!entry) return;
    close();
    entry.run();
  };
  return (
    <>
      <input
        autoFocus
        aria-label="Find"
        placeholder="A command, a file, a session"
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go(entries[0]);
          if (event.key === 'ArrowDown') document.querySelector<HTMLElement>('.palette [role=option]')?.focus();
        }}
      />
      <ListBox
        aria-label="Found"
        className="palette"
        items={entries}
        onAction={(key) => go(entries.find((entry) => entry.id === key))}
        renderEmptyState={() => <p className="empty">Nothing has these words.</p>}
      >
        {(entry) => (
          <ListBoxItem id={entry.id} textValue={entry.name} className="palette-item">
            <span className="palette-name">{entry.name}</span> <kbd>{entry.hint}</kbd>
          </ListBoxItem>
        )}
      </ListBox>
    </>
  );
}

const GROUPS = ['Review', 'Editor', 'Agent', 'Page'] as const;

export function Help(): ReactElement {
  const [view, setView] = useView();
  return (
    <Sheet open={view.help} title="Keys" wide onClose={() => setView({help: false})}>
      <div className="key-groups">
        {GROUPS.map((group) => (
          <section key={group} aria-label={group}>
            <h3>{group}</h3>
            <dl className="keys">
              {COMMANDS.filter((command) => command.group === group).map((command) => (
                <div key={command.name}>
                  <dt>
                    <kbd>{written(command.keys)}</kbd>
                    {command.also && <kbd>{written(command.also)}</kbd>}
                  </dt>
                  <dd>{command.name}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="soft">
        Enter runs the instruction, Shift+Enter begins a line, the arrows bring back earlier ones, @ names a file.
        Letters work outside of text and when they stand alone: within 300 ms of another letter they are words. <a href="/assets/licenses.txt">Licenses of what this page is made with</a>
      </p>
    </Sheet>
  );
}
