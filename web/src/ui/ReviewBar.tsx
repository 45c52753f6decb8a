import {useMemo, type ReactElement} from 'react';
import {numbered, progressOf} from '../review/hunks.ts';
import {isReviewing} from '../store/reduce.ts';
import {Confirm} from './Dialogs.tsx';
import {Icon} from './icons.tsx';
import {useActions, useStore} from './context.ts';
import {useView} from './view.ts';

/** How far the review is, and what is done with all of it. */
export function ReviewBar(): ReactElement | null {
  const actions = useActions();
  const bundle = useStore((state) => state.bundle);
  const awaiting = useStore(isReviewing);
  const [view, setView] = useView();
  const progress = useMemo(() => progressOf(numbered(bundle)), [bundle]);
  if (!awaiting || progress.total === 0) return null;
  const decided = progress.total - progress.pending;
  const share = (part: number): string => `${(100 * part) / progress.total}%`;
  return (
    <section className="review-bar" aria-label="Review">
      <div
        className="progress-line"
        role="progressbar"
        aria-label="Decided hunks"
        aria-valuemin={0}
        aria-valuemax={progress.total}
        aria-valuenow={decided}
      >
        <span className="done-accepted" style={{width: share(progress.accepted)}} />
        <span className="done-rejected" style={{width: share(progress.rejected)}} />
      </div>
      <span className="progress" role="status">
        <strong>
          {decided} of {progress.total} decided
        </strong>
        <span className="soft counts">
          {progress.accepted} accepted · {progress.rejected} rejected
        </span>
      </span>
      <span className="actions">
        <span className="pair">
          <button
            type="button"
            className="icon-button"
            aria-label="Previous hunk"
            title="Previous hunk (p)"
            onClick={() => void actions.review.move(-1)}
          >
            <Icon name="previous" />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label="Next hunk"
            title="Next hunk (n)"
            onClick={() => void actions.review.move(1)}
          >
            <Icon name="next" />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label="Undo"
            title="Take back the latest decision or edit (u)"
            onClick={() => void actions.review.turn('undo')}
          >
            <Icon name="undo" />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label="Redo"
            title="Do it again (Shift+U)"
            onClick={() => void actions.review.turn('redo')}
          >
            <Icon name="redo" />
          </button>
        </span>
        <button type="button" title="Accept all hunks (Shift+A)" onClick={() => void actions.review.decideAll('accept')}>
          Accept all
        </button>
        <button type="button" title="Reject all hunks (Shift+R)" onClick={() => void actions.review.decideAll('reject')}>
          Reject all
        </button>
        <button type="button" className="primary" title="Write what was accepted (Ctrl+Enter)" onClick={() => requestApply(actions, progress.pending)}>
          Apply
        </button>
      </span>
      <Confirm
        open={view.asks === 'apply'}
        title={`${progress.pending} of ${progress.total} hunks are not decided`}
        text={`Applying writes the ${progress.accepted} accepted ones, drops the others and ends the review.`}
        action="Apply anyway"
        onClose={(confirmed) => {
          setView({asks: null});
          if (confirmed) void actions.review.apply();
        }}
      />
    </section>
  );

  function requestApply(to: typeof actions, pending: number): void {
    if (pending > 0) setView({asks: 'apply'});
    else void to.review.apply();
  }
}
