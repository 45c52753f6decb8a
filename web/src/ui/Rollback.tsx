import {useEffect, useState, type ReactElement} from 'react';
import {ApiError} from '../api/client.ts';
import type {Checkpoint} from '../api/schema.ts';
import type {Lost} from '../review/compare.ts';
import {Sheet} from './Dialogs.tsx';
import {Diff} from './ToolCard.tsx';
import {useActions} from './context.ts';
import {visible, visibleLine} from '../text/visible.ts';
import {useView, type View} from './view.ts';

/** Asks what is to be taken back, and tells what would be lost with it. */
export function RollbackDialog(): ReactElement {
  const [view, setView] = useView();
  const asked = view.rollback;
  const close = (): void => setView({rollback: null});
  const title = asked?.mode === 'hard' ? 'Roll back everything?' : 'Roll back hunks';
  return (
    <Sheet open={asked !== null} title={title} wide onClose={close}>
      {asked?.mode === 'hard' && <Hard asked={asked} close={close} />}
      {asked?.mode === 'scoped' && <Scoped asked={asked} close={close} />}
    </Sheet>
  );
}

interface PartProps {
  asked: NonNullable<View['rollback']>;
  close(): void;
}

function messageOf(failed: unknown): string {
  return failed instanceof Error ? failed.message : String(failed);
}

function Hard({asked, close}: PartProps): ReactElement {
  const actions = useActions();
  const [preview, setPreview] = useState<readonly Lost[] | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    actions.history.previewRollback(asked.checkpoint).then(setPreview, (failed: unknown) => setProblem(messageOf(failed)));
  }, [actions, asked.checkpoint]);
  const run = preview?.reduce((sum, file) => sum + file.run, 0) ?? 0;
  const own = preview?.reduce((sum, file) => sum + file.own, 0) ?? 0;
  const yours = preview?.some((file) => file.later) ? 'edited later, by you or a later run' : 'of your own';
  return (
    <>
      <p>
        Every file of this run goes back to what it was before it, <strong>later edits included</strong>. Only the
        working buffers change: Save writes that. It can be taken back, by Undo or in the list of runs.
      </p>
      {problem && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
      {!preview && !problem && <p className="soft">Looking what would be lost…</p>}
      {preview && (
        <>
          <p role="status">
            {preview.length === 0
              ? 'Nothing would change: the files are what they were.'
              : run + own === 0
                ? `No line would be lost; ${preview.length} ${preview.length === 1 ? 'file' : 'files'} would change.`
                : `In ${preview.length} ${preview.length === 1 ? 'file' : 'files'} would be lost: ${lines(run)} of this run, ${lines(own)} ${yours}.`}
          </p>
          <div className="rollback-files">
            {preview.map((file) => (
              <LostFile key={file.path} file={file} />
            ))}
          </div>
        </>
      )}
      <p className="actions">
        <button type="button" onClick={close}>
          Go back
        </button>
        <button
          type="button"
          className="danger"
          disabled={!preview || preview.length === 0}
          onClick={() =>
            void actions.history.rollback(asked.checkpoint, null).then(close, (failed: unknown) => setProblem(messageOf(failed)))
          }
        >
          Roll back everything
        </button>
      </p>
    </>
  );
}

function lines(count: number): string {
  return `${count} ${count === 1 ? 'line' : 'lines'}`;
}

const SHOWN = 400;

const WHOLE = {removed: 'the file goes', restored: 'the file comes back', replaced: 'no text: other bytes come back'};

/** Every line that would go, with whose it is; what comes back stands below it. */
function LostFile({file}: {file: Lost}): ReactElement {
  const {own, run} = file;
  const [all, setAll] = useState(false);
  const later = file.later ? 'later' : 'yours';
  const path = visibleLine(file.path);
  const words = [
    file.whole ? WHOLE[file.whole] : '',
    run > 0 ? `${lines(run)} of the run` : '',
    own > 0 ? `${lines(own)} ${file.later ? 'edited later' : 'of your own'}` : '',
  ];
  return (
    <section className="lost-file" aria-label={path}>
      <h3>
        <code>{path}</code> <span className="soft number">{words.filter(Boolean).join(', ')}</span>
      </h3>
      {file.lines.length > 0 && (
        <div className="patch lost-lines" tabIndex={0} role="group" aria-label={`Lines of ${path}`}>
          {(all ? file.lines : file.lines.slice(0, SHOWN)).map(({mark, text, whose}, i) => (
            <div key={i} className={`lost-line lost-${whose ?? mark}`}>
              <span className="lost-whose">{whose === 'run' ? 'run' : whose === 'own' ? later : ''}</span>
              <span>
                {mark === 'goes' ? '−' : mark === 'comes' ? '+' : mark === 'gap' ? '…' : ' '} {visible(text)}
              </span>
            </div>
          ))}
          {!all && file.lines.length > SHOWN && (
            <button type="button" className="link" onClick={() => setAll(true)}>
              Show {file.lines.length - SHOWN} more lines
            </button>
          )}
        </div>
      )}
    </section>
  );
}

function Scoped({asked, close}: PartProps): ReactElement {
  const actions = useActions();
  const [run, setRun] = useState<Checkpoint | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [clashes, setClashes] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useState('');
  useEffect(() => {
    actions.history.checkpoint(asked.checkpoint).then(setRun, (failed: unknown) => setProblem(messageOf(failed)));
  }, [actions, asked.checkpoint]);
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const roll = async (): Promise<void> => {
    try {
      await actions.history.rollback(asked.checkpoint, [...chosen]);
      close();
    } catch (failed) {
      setProblem(messageOf(failed));
      const ids = failed instanceof ApiError ? failed.problem.details?.['hunk_ids'] : undefined;
      setClashes(new Set(Array.isArray(ids) ? ids.map(String) : []));
    }
  };
  return (
    <>
      <p>Newer edits of other lines stay. Only the working buffers change: Save writes that. It can be taken back, by Undo or in the list of runs.</p>
      {problem && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
      {!run && !problem && <p className="soft">Loading the hunks of the run…</p>}
      <div className="rollback-files">
        {run?.affected_files.map((file) => (
          <fieldset key={file.file_path}>
            <legend>
              <code>{visibleLine(file.file_path)}</code>
            </legend>
            {file.hunks.map((hunk, i) => (
              <div key={hunk.hunk_id} className={clashes.has(hunk.hunk_id) ? 'rollback-hunk clash' : 'rollback-hunk'}>
                <label>
                  <input type="checkbox" checked={chosen.has(hunk.hunk_id)} onChange={() => toggle(hunk.hunk_id)} />
                  Hunk {i + 1} <span className="visually-hidden">of {visibleLine(file.file_path)}</span>
                  <span className="tag">{hunk.status}</span>
                  {clashes.has(hunk.hunk_id) && (
                    <span className="bad">newer edits of the same lines: change it by hand in the editor</span>
                  )}
                </label>
                <Diff text={hunk.reverse_patch} />
              </div>
            ))}
          </fieldset>
        ))}
      </div>
      <p className="actions">
        <button type="button" onClick={close}>
          Go back
        </button>
        <button type="button" className="primary" disabled={chosen.size === 0} onClick={() => void roll()}>
          Roll back {chosen.size} {chosen.size === 1 ? 'hunk' : 'hunks'}
        </button>
      </p>
    </>
  );
}
