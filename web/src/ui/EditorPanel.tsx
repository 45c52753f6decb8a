import {useEffect, useMemo, useRef, type ReactElement} from 'react';
import {CodeView} from '../editor/CodeView.tsx';
import type {Bars} from '../editor/hunkBars.ts';
import {described, numbered, rationales} from '../review/hunks.ts';
import {isReviewing, isServed} from '../store/reduce.ts';
import {Checks} from './Checks.tsx';
import {Compare} from './Compare.tsx';
import {Conflicts} from './Conflicts.tsx';
import {Confirm} from './Dialogs.tsx';
import {FileCards} from './FileCards.tsx';
import {Icon} from './icons.tsx';
import {ReviewBar} from './ReviewBar.tsx';
import {useActions, useStore} from './context.ts';
import {setView, useView} from './view.ts';
import {visible, visibleLine} from '../text/visible.ts';

const PAUSE_MILLIS = 1_200;

/** The open file, with the hunks of the review in it. */
export function EditorPanel(): ReactElement {
  const compares = useStore((state) => state.comparison !== null);
  return (
    <section className="editor-panel" aria-label="Editor">
      <ReviewBar />
      <Selected />
      <Conflicts />
      {compares ? <Compare /> : <OpenFileView />}
      <Checks />
    </section>
  );
}

/** Which hunk the keys are about, for those who do not see it: said whenever that is another. */
function Selected(): ReactElement {
  const bundle = useStore((state) => state.bundle);
  const selected = useStore((state) => (isReviewing(state) ? state.selected : null));
  const edits = useStore((state) => state.job?.proposed_edits);
  const said = useMemo(() => {
    const all = numbered(bundle);
    const each = all.find(({hunk}) => hunk.hunk_id === selected);
    if (!each) return '';
    const changes = each.place ? `${each.place.added} added and ${each.place.removed} removed` : '';
    const why = rationales(each.hunk, edits ?? []);
    return [`At ${described(each, all.length)}`, changes, each.decision, why].filter(Boolean).join(', ');
  }, [bundle, selected, edits]);
  return (
    <p className="visually-hidden" role="status" id="selected-hunk">
      {visibleLine(said)}
    </p>
  );
}

function useBars(): Bars {
  const actions = useActions();
  const bundle = useStore((state) => state.bundle);
  const path = useStore((state) => state.open?.path);
  const selected = useStore((state) => state.selected);
  const edits = useStore((state) => state.job?.proposed_edits);
  const open = useStore(isReviewing);
  return useMemo(() => {
    const all = numbered(bundle);
    const hunks = all.filter((each) => (each.file.target_path ?? each.file.file_path) === path);
    return {
      hunks,
      total: all.length,
      selected,
      open,
      reasons: new Map(hunks.map(({hunk}) => [hunk.hunk_id, rationales(hunk, edits ?? [])])),
      decide: (action, hunk) => void actions.review.decide(action, [hunk]),
      select: (hunk) => void actions.review.select(hunk),
      split: (hunk) => setView({splitting: hunk}),
    };
  }, [actions, bundle, path, selected, edits, open]);
}

function OpenFileView(): ReactElement {
  const actions = useActions();
  const file = useStore((state) => state.open);
  const draft = useStore((state) => state.draft);
  const loading = useStore((state) => state.loading);
  const served = useStore(isServed);
  const [view, setView] = useView();
  const bars = useBars();
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);
  if (!served) return <Unserved />;
  if (!file) return loading ? <Skeleton /> : <Welcome />;
  const compares = bars.hunks.length > 0;
  return (
    <>
      <FileBar compares={compares} />
      {bars.hunks.length > 0 && <FileCards bars={bars} />}
      {file.content === null ? (
        bars.hunks.length === 0 && (
          <div className="welcome">
            <Icon name="binary" />
            <p>{visible(file.problem) || 'There is nothing to show of this file.'}</p>
          </div>
        )
      ) : (
        <CodeView
          path={file.path}
          base={compares ? (file.base ?? '') : null}
          content={draft ?? file.content}
          layout={view.layout}
          editable={view.editing}
          line={file.line}
          bars={bars}
          onEdit={(text) => {
            actions.draft(text);
            clearTimeout(pause.current);
            pause.current = setTimeout(() => void actions.keep(), PAUSE_MILLIS);
          }}
          onSelect={(lines) => {
            const now = lines ? {path: file.path, ...lines} : null;
            if (JSON.stringify(now) !== JSON.stringify(view.selection)) setView({selection: now});
          }}
        />
      )}
    </>
  );
}

function FileBar({compares}: {compares: boolean}): ReactElement {
  const actions = useActions();
  const file = useStore((state) => state.open)!;
  const draft = useStore((state) => state.draft);
  const dirty = useStore((state) =>
    state.buffers.some((each) => each.file_path === file.path || each.target_path === file.path),
  );
  const reviewing = useStore(isReviewing);
  const [view, setView] = useView();
  const path = visibleLine(file.path);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const folder = path.slice(0, path.length - name.length);
  const unsaved = draft !== null || dirty;
  return (
    <header className="file-bar">
      <span className="file-path" title={path}>
        <span className="soft">{folder}</span>
        <strong>{name}</strong>
        <span className="badge" role="status">
          {draft !== null ? 'typed' : unsaved ? 'not saved' : ''}
        </span>
      </span>
      <span className="actions">
        {!reviewing && (
          <span className="pair">
            <button type="button" className="icon-button" aria-label="Undo" title="Take back the latest edit (u)" onClick={() => void actions.review.turn('undo')}>
              <Icon name="undo" />
            </button>
            <button type="button" className="icon-button" aria-label="Redo" title="Do it again (Shift+U)" onClick={() => void actions.review.turn('redo')}>
              <Icon name="redo" />
            </button>
          </span>
        )}
        {compares && (
          <div className="segments" role="group" aria-label="Layout of the comparison">
            <button
              type="button"
              aria-pressed={view.layout === 'inline'}
              title="What goes and what comes, below each other (s)"
              onClick={() => setView({layout: 'inline'})}
            >
              Inline
            </button>
            <button
              type="button"
              aria-pressed={view.layout === 'side'}
              title="The file on the disk beside the working buffer (s)"
              onClick={() => setView({layout: 'side'})}
            >
              Side by side
            </button>
          </div>
        )}
        <button
          type="button"
          aria-pressed={view.editing}
          title="Change the text yourself (e)"
          disabled={file.content === null}
          onClick={() => setView({editing: !view.editing})}
        >
          <Icon name="edit" /> Edit
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label="Discard"
          title="Forget everything that is staged for this file (Shift+D)"
          disabled={!unsaved}
          onClick={() => setView({asks: 'discard'})}
        >
          <Icon name="trash" />
        </button>
        <button
          type="button"
          title="Write what was accepted or typed (Ctrl+S)"
          onClick={() => void actions.review.save()}
        >
          <Icon name="save" /> Save
        </button>
      </span>
      <Confirm
        open={view.asks === 'discard'}
        title={`Discard what is staged for ${name}?`}
        text="Its hunks, your edits of it and the decisions about them are forgotten. The file on the disk stays as it is."
        action="Discard it"
        onClose={(confirmed) => {
          setView({asks: null});
          if (confirmed) void actions.review.discard();
        }}
      />
    </header>
  );
}

function Welcome(): ReactElement {
  return (
    <div className="welcome">
      <h2>Nothing is open</h2>
      <p>Choose a file at the left, or tell the agent what to do at the right.</p>
      <ul className="hints">
        <li>
          <kbd>i</kbd> write an instruction
        </li>
        <li>
          <kbd>Ctrl K</kbd> find a file, a command, a session
        </li>
        <li>
          <kbd>?</kbd> all keys
        </li>
      </ul>
    </div>
  );
}

/** A session whose folder this server does not have. */
function Unserved(): ReactElement {
  const actions = useActions();
  return (
    <div className="welcome">
      <Icon name="warn" />
      <h2>The folder of this session is not served</h2>
      <p>What was said can be read at the right. To go on with it, start <code>tenon serve</code> with that folder, too: nothing of the session is lost.</p>
      <p className="actions">
        <button type="button" onClick={() => setView({sessions: true})}>
          Other sessions
        </button>
        <button type="button" className="primary" onClick={() => void actions.newSession(0)}>
          Begin another session
        </button>
      </p>
    </div>
  );
}

/** The place of a file that is on its way. */
function Skeleton(): ReactElement {
  return (
    <div className="skeleton" role="status" aria-label="Loading">
      {[40, 72, 58, 80, 34, 66, 50].map((width, i) => (
        <span key={i} className={`bone bone-${width}`} />
      ))}
    </div>
  );
}
