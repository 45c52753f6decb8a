import {useMemo, useState, type ReactElement} from 'react';
import {ListBox, ListBoxItem} from 'react-aria-components';
import {COMMANDS, written} from './commands.ts';
import {Sheet} from './Dialogs.tsx';
import {useActions, useStore} from './context.ts';
import {entriesOf, type Entry} from './entries.ts';
import {useNames} from './names.ts';
import {ranked} from './rank.ts';
import {visibleLine} from '../text/visible.ts';
import {useView} from './view.ts';

const SHOWN = 30;

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
  const names = useNames(words.trim() || undefined, SHOWN);
  const entries = useMemo(() => {
    const files = names.map((path) => ({
      id: `file ${path}`,
      name: path,
      hint: 'file',
      path: true,
      run: () => void actions.openFile(path),
    }));
    return ranked<Entry>([...entriesOf(actions, state), ...files], words).slice(0, SHOWN);
  }, [actions, state, words, names]);
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
          <ListBoxItem id={entry.id} textValue={visibleLine(entry.name)} className="palette-item">
            <span className="palette-name">{visibleLine(entry.name)}</span> <kbd>{entry.hint}</kbd>
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
