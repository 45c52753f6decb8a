import {useMemo, useState, type ReactElement} from 'react';
import {ListBox, ListBoxItem} from 'react-aria-components';
import {COMMANDS} from './commands.ts';
import {Sheet} from './Dialogs.tsx';
import {useActions, useStore} from './context.ts';
import {useView} from './view.ts';

interface Entry {
  id: string;
  name: string;
  hint: string;
  run(): void;
}

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
  const entries = useMemo(() => {
    const all: Entry[] = COMMANDS.filter((command) => command.when?.(state) ?? true).map((command) => ({
      id: `command ${command.name}`,
      name: command.name,
      hint: command.keys,
      run: () => command.run(actions, state),
    }));
    for (const each of state.sessions) {
      const run = (): void => void actions.openSession(each.session_id);
      all.push({id: each.session_id, name: each.title || 'New session', hint: 'session', run});
    }
    for (const path of state.files) {
      all.push({id: `file ${path}`, name: path, hint: 'file', run: () => void actions.openFile(path)});
    }
    const wanted = words.toLowerCase().split(/\s+/);
    return all.filter((entry) => wanted.every((word) => entry.name.toLowerCase().includes(word))).slice(0, SHOWN);
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
            <span>{entry.name}</span> <kbd>{entry.hint}</kbd>
          </ListBoxItem>
        )}
      </ListBox>
    </>
  );
}

export function Help(): ReactElement {
  const [view, setView] = useView();
  return (
    <Sheet open={view.help} title="Keys" onClose={() => setView({help: false})}>
      <table className="keys">
        <tbody>
          {COMMANDS.filter((command) => command.keys).map((command) => (
            <tr key={command.name}>
              <td>
                <kbd>{command.keys}</kbd>
              </td>
              <td>{command.name}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="soft">
        Enter runs the instruction, Shift+Enter begins a line, arrows reach earlier ones. Letters work
        outside of text. <a href="/assets/licenses.txt">Licenses of what this page is made with</a>
      </p>
    </Sheet>
  );
}
