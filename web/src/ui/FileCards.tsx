import type {ReactElement} from 'react';
import type {Bars} from '../editor/hunkBars.ts';
import {kindOf} from '../review/hunks.ts';
import {shownActor} from '../store/actor.ts';
import {useStore} from './context.ts';
import {Icon, type IconName} from './icons.tsx';
import {Picture} from './Picture.tsx';
import {isPicture} from './pictures.ts';
import {Diff} from './ToolCard.tsx';
import {visible, visibleLine} from '../text/visible.ts';

const KINDS: Record<string, [IconName, string]> = {
  create: ['plus', 'New file'],
  delete: ['trash', 'Deleted file'],
  move: ['move', 'Moved file'],
  binary: ['binary', 'Binary file'],
};

/** A card for each hunk that concerns a file as a whole: new, deleted, moved, no text. */
export function FileCards({bars}: {bars: Bars}): ReactElement | null {
  const shown = useStore((state) => state.open?.content !== null);
  const cards = bars.hunks.filter((each) => !shown || kindOf(each.file, each.hunk) !== 'edit').slice(0, shown ? 1 : 50);
  if (cards.length === 0) return null;
  return (
    <div className={shown ? 'file-cards' : 'file-cards alone'}>
      {cards.map((each) => {
        const {hunk, file, decision} = each;
        const [icon, title] = KINDS[kindOf(file, hunk)] ?? ['file', 'Changed file'];
        const moved = file.target_path !== undefined && file.target_path !== file.file_path;
        return (
          <article key={hunk.hunk_id} className={`card hunk-${decision}`}>
            <h2>
              <Icon name={icon} /> {title}
              {decision !== 'pending' && (
                <span className={`verdict verdict-${decision}`}>
                  {hunk.decided_by ? `${decision} by ${visibleLine(shownActor(hunk.decided_by))}` : decision}
                </span>
              )}
              {hunk.description && <span className="soft">{visible(hunk.description)}</span>}
            </h2>
            {moved && (
              <p className="moved">
                <code>{visibleLine(file.file_path)}</code> <Icon name="move" /> <code>{visibleLine(file.target_path!)}</code>
              </p>
            )}
            {bars.reasons.get(hunk.hunk_id) && <p>{visible(bars.reasons.get(hunk.hunk_id)!)}</p>}
            {!shown && decision === 'rejected' && <p className="soft">Rejected: the disk stays as it is.</p>}
            {bars.open && !shown && (
              <p className="actions">
                <button
                  type="button"
                  className="small accept"
                  aria-pressed={decision === 'accepted'}
                  aria-label={`Accept hunk ${each.number}`}
                  onClick={() => bars.decide('accept', hunk.hunk_id)}
                >
                  Accept
                </button>
                <button
                  type="button"
                  className="small reject"
                  aria-pressed={decision === 'rejected'}
                  aria-label={`Reject hunk ${each.number}`}
                  onClick={() => bars.decide('reject', hunk.hunk_id)}
                >
                  Reject
                </button>
              </p>
            )}
            {!shown && !hunk.patch && isPicture(file.target_path ?? file.file_path) && (
              <Picture path={file.target_path ?? file.file_path} side={hunk.kind === 'delete' ? 'base' : 'working'} />
            )}
            {!shown && hunk.patch && <Diff text={hunk.patch} />}
          </article>
        );
      })}
    </div>
  );
}
