import {useMemo, useState, type ReactElement} from 'react';
import {numbered, progressOf} from '../review/hunks.ts';
import {statusOf} from '../store/reduce.ts';
import {Confirm} from './Dialogs.tsx';
import {useActions, useStore} from './context.ts';

/** How far the review is, and what is done with all of it. */
export function ReviewBar(): ReactElement | null {
  const actions = useActions();
  const bundle = useStore((state) => state.bundle);
  const awaiting = useStore((state) => statusOf(state) === 'awaiting_review');
  const [asks, setAsks] = useState(false);
  const progress = useMemo(() => progressOf(numbered(bundle)), [bundle]);
  if (!awaiting || progress.total === 0) return null;
  const decided = progress.total - progress.pending;
  const apply = (): void => {
    if (progress.pending > 0) setAsks(true);
    else void actions.apply();
  };
  return (
    <section className="review-bar" aria-label="Review">
      <div className="progress">
        <progress value={decided} max={progress.total} aria-label="Decided hunks" />
        <span role="status">
          {decided} of {progress.total} decided
          <span className="soft">
            {' '}
            · {progress.accepted} accepted, {progress.rejected} rejected
          </span>
        </span>
      </div>
      <span className="actions">
        <button type="button" onClick={() => void actions.decide('accept_all')}>
          Accept all
        </button>
        <button type="button" onClick={() => void actions.decide('reject_all')}>
          Reject all
        </button>
        <button type="button" title="Take back the latest decision (u)" onClick={() => void actions.turn('undo')}>
          Undo
        </button>
        <button type="button" className="primary" onClick={apply}>
          Apply
        </button>
      </span>
      <Confirm
        open={asks}
        title={`${progress.pending} of ${progress.total} hunks are not decided`}
        text={`Applying writes the ${progress.accepted} accepted ones, drops the others and ends the review.`}
        action="Apply anyway"
        onClose={(confirmed) => {
          setAsks(false);
          if (confirmed) void actions.apply();
        }}
      />
    </section>
  );
}
