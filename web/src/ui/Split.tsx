import {useState, type ReactElement} from 'react';
import {numbered, type Numbered} from '../review/hunks.ts';
import {linesOf} from '../review/patch.ts';
import {Sheet} from './Dialogs.tsx';
import {useActions, useStore} from './context.ts';
import {useView} from './view.ts';
import {visible} from '../text/visible.ts';

/** Where a hunk becomes two: before a chosen line, or where its parts are separate anyway. */
export function SplitDialog(): ReactElement {
  const [view, setView] = useView();
  const bundle = useStore((state) => state.bundle);
  const each = numbered(bundle).find(({hunk}) => hunk.hunk_id === view.splitting);
  const close = (): void => setView({splitting: null});
  return (
    <Sheet open={each !== undefined} title={`Split hunk ${each?.number ?? ''}`} onClose={close}>
      {each && <Places each={each} close={close} />}
    </Sheet>
  );
}

function Places({each, close}: {each: Numbered; close(): void}): ReactElement {
  const actions = useActions();
  const lines = linesOf(each.hunk.patch);
  const [line, setLine] = useState(Math.floor(lines.length / 2) + 1);
  const split = (before?: number): void => {
    close();
    void actions.review.split(each.hunk.hunk_id, before);
  };
  if (lines.length < 2) {
    return (
      <>
        <p>This hunk has one line and cannot be split.</p>
        <p className="actions">
          <button type="button" onClick={close}>
            Go back
          </button>
        </p>
      </>
    );
  }
  return (
    <form
      className="split"
      onSubmit={(event) => {
        event.preventDefault();
        split(line);
      }}
    >
      <p>
        The second part begins with the chosen line. Both keep the decision about the hunk until they get their own.
      </p>
      <select
        autoFocus
        size={Math.min(12, lines.length)}
        aria-label="First line of the second part"
        value={line}
        onChange={(event) => setLine(Number(event.target.value))}
      >
        {lines.slice(1).map((text, i) => (
          <option key={i} value={i + 2}>
            {`${String(i + 2).padStart(String(lines.length).length, '\u2007')} ${visible(text)}`}
          </option>
        ))}
      </select>
      <p className="actions">
        <button type="button" title="At blank lines, paragraphs and sentences, or into parts of the allowed size" onClick={() => split()}>
          At natural places
        </button>
        <button type="submit" className="primary">
          Split before line {line}
        </button>
      </p>
    </form>
  );
}
