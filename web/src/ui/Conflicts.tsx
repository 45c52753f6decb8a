import type {ReactElement} from 'react';
import type {FileConflict} from '../api/schema.ts';
import {statusOf} from '../store/reduce.ts';
import {visible, visibleLine} from '../text/visible.ts';
import {requestRerun} from './commands.ts';
import {ThreeColumns} from './Compare.tsx';
import {Icon} from './icons.tsx';
import {Picture} from './Picture.tsx';
import {isPicture} from './pictures.ts';
import {useActions, useCurrent, useStore} from './context.ts';

/** Files that changed meanwhile, with both sides, and the way out. */
export function Conflicts(): ReactElement | null {
  const actions = useActions();
  const current = useCurrent();
  const conflicts = useStore((state) => state.conflicts);
  const reviewing = useStore((state) => statusOf(state) === 'awaiting_review');
  if (conflicts.length === 0) return null;
  return (
    <section className="conflicts" aria-label="Conflicts">
      <header className="conflict-head">
        <Icon name="warn" />
        <p>
          <strong>
            {conflicts.length === 1 ? 'A file has changed' : `${conflicts.length} files have changed`} meanwhile.
          </strong>{' '}
          {reviewing
            ? 'Nothing was written. Running again makes the edits anew, on what is there now.'
            : 'Nothing was written. Say for each file which text it is to have.'}
        </p>
        {reviewing && (
          <button type="button" className="primary" onClick={() => requestRerun(actions, current())}>
            <Icon name="again" /> Run again
          </button>
        )}
      </header>
      <div className="conflict-files">
        {conflicts.map((conflict) => (
          <One key={conflict.file_path} conflict={conflict} settles={!reviewing} />
        ))}
      </div>
    </section>
  );
}

/** @param settles whether a person can say which of the two it is to be: no job is there to make its edits anew */
function One({conflict, settles}: {conflict: FileConflict; settles: boolean}): ReactElement {
  const actions = useActions();
  const path = visibleLine(conflict.file_path);
  return (
    <article aria-label={path}>
      <h2>
        <code>{path}</code> <span className="soft">{visible(conflict.message.replace(`${conflict.file_path} `, ''))}</span>
      </h2>
      {settles && (
        <p className="actions">
          <button type="button" className="small" onClick={() => void actions.review.settle(conflict, 'disk')}>
            Keep what is on the disk
          </button>
          {conflict.proposed !== null && (
            <button type="button" className="small" onClick={() => void actions.review.settle(conflict, 'staged')}>
              Put mine over it
            </button>
          )}
        </p>
      )}
      {conflict.binary ? (
        <Binary path={conflict.file_path} />
      ) : (
        <ThreeColumns
          base={conflict.base}
          current={conflict.current}
          proposed={conflict.proposed}
          names={['Before', 'On the disk now', 'Proposed']}
        />
      )}
    </article>
  );
}

/** Of a file without text there are no lines to compare; of a picture, both can be seen. */
function Binary({path}: {path: string}): ReactElement {
  return (
    <div className="conflict-binary">
      <p className="soft">A binary file: its bytes on the disk are not those that the edits were made on.</p>
      {isPicture(path) && (
        <p className="actions">
          <Picture path={path} side="base" />
          <Picture path={path} side="working" />
        </p>
      )}
    </div>
  );
}
