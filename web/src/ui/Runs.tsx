import {useEffect, type ReactElement} from 'react';
import type {Run as RunOf, RunRollback} from '../api/schema.ts';
import {shownActor} from '../store/actor.ts';
import {Icon} from './icons.tsx';
import {useActions, useStore} from './context.ts';
import {ago} from './time.ts';
import {setView} from './view.ts';
import {visible, visibleLine} from '../text/visible.ts';

/** The runs of the session, the latest first: what each changed, and how to take it back. */
export function Runs(): ReactElement {
  const actions = useActions();
  const runs = useStore((state) => state.runs);
  const session = useStore((state) => state.session?.session_id);
  const status = useStore((state) => state.status);
  useEffect(() => {
    if (session) void actions.history.list();
  }, [actions, session, status]);
  return (
    <div className="runs" role="region" aria-label="Runs" tabIndex={0}>
      {runs.length === 0 && (
        <div className="chat-empty">
          <h2>No runs yet</h2>
          <p>Each run of the agent keeps what the files were before it. From here it can be compared and taken back.</p>
        </div>
      )}
      <ol className="timeline">
        {runs.map((run) => (
          <Run key={run.checkpoint_id} run={run} />
        ))}
      </ol>
    </div>
  );
}

/** What became of it, in words: one that was ended, or run again, did not go wrong. */
function statusOf({status, error_code}: RunOf): string {
  if (error_code === 'superseded') return 'run again';
  return error_code === 'cancelled' ? 'cancelled' : status.replaceAll('_', ' ');
}

function Run({run}: {run: RunOf}): ReactElement {
  const actions = useActions();
  const shown = useStore((state) => state.comparison);
  const status = statusOf(run);
  const applied = run.files.reduce((sum, file) => sum + file.applied, 0);
  const hunks = run.files.reduce((sum, file) => sum + file.hunks, 0);
  return (
    <li className={`run run-${status.replaceAll(' ', '_')}`}>
      <p className="run-what">{visible(run.instruction)}</p>
      <p className="soft number">
        {ago(run.created_at)} · {status}
        {hunks > 0 && ` · ${applied} of ${hunks} ${hunks === 1 ? 'hunk' : 'hunks'} written`}
      </p>
      {run.files.length > 0 && (
        <ul className="run-files">
          {run.files.map((file) => {
            const current = shown?.checkpoint.checkpoint_id === run.checkpoint_id && shown.path === file.file_path;
            return (
              <li key={file.file_path}>
                <button
                  type="button"
                  className="plain"
                  aria-current={current}
                  onClick={() => {
                    setView({tab: 'editor'});
                    void actions.history.compare(run.checkpoint_id, file.file_path);
                  }}
                >
                  <Icon name="columns" />
                  <span className="visually-hidden">Compare </span>
                  <span className="found-path">{visibleLine(file.file_path)}</span>
                  <span className="soft number">{file.hunks}</span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {run.rollbacks.map((rollback) => (
        <Rollback key={rollback.rollback_id} rollback={rollback} />
      ))}
      {run.files.length > 0 && (
        <p className="actions">
          <button
            type="button"
            className="small"
            onClick={() => setView({rollback: {checkpoint: run.checkpoint_id, mode: 'scoped'}})}
          >
            Roll back hunks…
          </button>
          <button
            type="button"
            className="small reject"
            onClick={() => setView({rollback: {checkpoint: run.checkpoint_id, mode: 'hard'}})}
          >
            Roll back everything…
          </button>
        </p>
      )}
    </li>
  );
}

const STATES = {open: 'not saved', saved: 'saved', undone: 'taken back'} as const;

/** A rollback of the run: who did it, what became of it, and the way back. */
function Rollback({rollback}: {rollback: RunRollback}): ReactElement {
  const actions = useActions();
  const {mode, files, state, actor, created_at} = rollback;
  return (
    <p className={`run-rollback run-rollback-${state}`}>
      <span className="run-rollback-what" title={files.map(visibleLine).join('\n')}>
        {mode === 'hard_all' ? 'Rolled back everything' : 'Rolled back hunks'}
        <span className="soft number">
          {' '}
          {files.length} {files.length === 1 ? 'file' : 'files'} · {ago(created_at)}
          {actor ? ` by ${visibleLine(shownActor(actor))}` : ''} · {STATES[state]}
        </span>
      </span>
      {rollback.can_undo ? (
        <button type="button" className="small" onClick={() => void actions.history.undoRollback(rollback.rollback_id)}>
          Undo rollback
        </button>
      ) : (
        state !== 'undone' && (
          <span className="soft">
            too large to be kept here: <code>tenon undo</code> takes it back
          </span>
        )
      )}
    </p>
  );
}
