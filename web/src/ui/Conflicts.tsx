import type {ReactElement} from 'react';
import type {FileConflict} from '../api/schema.ts';
import {ThreeColumns} from './Compare.tsx';
import {Icon} from './icons.tsx';
import {useActions, useStore} from './context.ts';

/** Files that changed meanwhile, with both sides, and the way out. */
export function Conflicts(): ReactElement | null {
  const actions = useActions();
  const conflicts = useStore((state) => state.conflicts);
  if (conflicts.length === 0) return null;
  return (
    <section className="conflicts" aria-label="Conflicts">
      <header className="conflict-head">
        <Icon name="warn" />
        <p>
          <strong>
            {conflicts.length === 1 ? 'A file has changed' : `${conflicts.length} files have changed`} meanwhile.
          </strong>{' '}
          Nothing was written. Running again makes the edits anew, on what is there now.
        </p>
        <button type="button" className="primary" onClick={() => void actions.control('rerunJob')}>
          <Icon name="again" /> Run again
        </button>
      </header>
      <div className="conflict-files">
        {conflicts.map((conflict) => (
          <One key={conflict.file_path} conflict={conflict} />
        ))}
      </div>
    </section>
  );
}

function One({conflict}: {conflict: FileConflict}): ReactElement {
  return (
    <article aria-label={conflict.file_path}>
      <h2>
        <code>{conflict.file_path}</code> <span className="soft">{conflict.message}</span>
      </h2>
      <ThreeColumns
        base={conflict.base}
        current={conflict.current}
        proposed={conflict.proposed}
        names={['Before', 'On the disk now', 'Proposed']}
      />
    </article>
  );
}
