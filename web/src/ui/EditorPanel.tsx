import {useMemo, type ReactElement} from 'react';
import {CodeView} from '../editor/CodeView.tsx';
import type {Bars} from '../editor/hunkBars.ts';
import {numbered, rationales} from '../review/hunks.ts';
import {statusOf} from '../store/reduce.ts';
import {ReviewBar} from './ReviewBar.tsx';
import {useActions, useStore} from './context.ts';
import {useView} from './view.ts';

/** The open file, with the hunks of the review in it. */
export function EditorPanel(): ReactElement {
  return (
    <main className="editor-panel" aria-label="Editor">
      <ReviewBar />
      <OpenFileView />
    </main>
  );
}

function useBars(): Bars {
  const actions = useActions();
  const bundle = useStore((state) => state.bundle);
  const path = useStore((state) => state.open?.path);
  const selected = useStore((state) => state.selected);
  const edits = useStore((state) => state.job?.proposed_edits);
  const open = useStore((state) => statusOf(state) === 'awaiting_review');
  return useMemo(() => {
    const all = numbered(bundle);
    const hunks = all.filter((each) => (each.file.target_path ?? each.file.file_path) === path);
    return {
      hunks,
      total: all.length,
      selected,
      open,
      reasons: new Map(hunks.map(({hunk}) => [hunk.hunk_id, rationales(hunk, edits ?? [])])),
      decide: (action, hunk) => void actions.decide(action, {hunks: [hunk]}),
      select: (hunk) => void actions.select(hunk),
    };
  }, [actions, bundle, path, selected, edits, open]);
}

function OpenFileView(): ReactElement {
  const actions = useActions();
  const file = useStore((state) => state.open);
  const draft = useStore((state) => state.draft);
  const dirty = useStore((state) => state.buffers.some((each) => each.file_path === state.open?.path));
  const [view, setView] = useView();
  const bars = useBars();
  if (!file) {
    return (
      <div className="welcome">
        <h1>Nothing is open</h1>
        <p>Choose a file at the left, or tell the agent what to do at the right.</p>
        <p className="soft">
          <kbd>?</kbd> lists all keys, <kbd>Ctrl</kbd> <kbd>K</kbd> finds everything.
        </p>
      </div>
    );
  }
  const compares = bars.hunks.length > 0;
  return (
    <>
      <header className="file-bar">
        <strong title={file.path}>{file.path}</strong>
        {draft !== null && <span className="badge">typed, not kept yet</span>}
        {draft === null && dirty && <span className="badge">not saved</span>}
        <span className="actions">
          {compares && (
            <button
              type="button"
              aria-pressed={view.layout === 'side'}
              onClick={() => setView({layout: view.layout === 'side' ? 'inline' : 'side'})}
            >
              {view.layout === 'side' ? 'Inline' : 'Side by side'}
            </button>
          )}
          <button
            type="button"
            aria-pressed={view.editing}
            title="Change the text yourself (e)"
            disabled={file.content === null}
            onClick={() => setView({editing: !view.editing})}
          >
            {view.editing ? 'Done editing' : 'Edit'}
          </button>
          <button type="button" title="Write what was accepted or typed (Ctrl+S)" onClick={() => void actions.save()}>
            Save
          </button>
        </span>
      </header>
      {file.content === null ? (
        <WholeFile bars={bars} />
      ) : (
        <CodeView
          path={file.path}
          base={compares ? (file.base ?? '') : null}
          content={draft ?? file.content}
          layout={view.layout}
          editable={view.editing}
          bars={bars}
          onEdit={(text) => actions.draft(text)}
        />
      )}
    </>
  );
}

/** A file that has no working text: deleted, not created after all, or no text. */
function WholeFile({bars}: {bars: Bars}): ReactElement {
  const file = useStore((state) => state.open);
  return (
    <div className="whole-file">
      {bars.hunks.map((each) => (
        <article key={each.hunk.hunk_id} className={`card hunk-${each.decision}`}>
          <h2>
            {each.hunk.kind === 'delete'
              ? 'The file is to be deleted'
              : each.decision === 'rejected'
                ? 'The file is not created'
                : `The file: ${each.hunk.kind}`}
          </h2>
          {each.hunk.description && <p>{each.hunk.description}</p>}
          {each.hunk.patch && <pre className="patch">{each.hunk.patch}</pre>}
        </article>
      ))}
      {bars.hunks.length === 0 && <p className="empty">{file?.problem}</p>}
    </div>
  );
}
