import {useVirtualizer} from '@tanstack/react-virtual';
import {useEffect, useMemo, useRef, type MouseEvent, type ReactElement} from 'react';
import type {FileDiff} from '../api/schema.ts';
import {described, kindOf, numbered, type Numbered} from '../review/hunks.ts';
import {shownActor} from '../store/actor.ts';
import {isReviewing} from '../store/reduce.ts';
import {useActions, useStore} from './context.ts';
import {Icon, type IconName} from './icons.tsx';
import {visibleLine} from '../text/visible.ts';

type Row = {file: FileDiff; first: Numbered; hunk?: undefined} | {file: FileDiff; hunk: Numbered};

function rowsOf(hunks: readonly Numbered[]): Row[] {
  const rows: Row[] = [];
  let last: FileDiff | undefined;
  for (const hunk of hunks) {
    if (hunk.file !== last) rows.push({file: hunk.file, first: hunk});
    last = hunk.file;
    rows.push({file: hunk.file, hunk});
  }
  return rows;
}

const ROW = 32;

/** Every hunk of the review in order, with its buttons: the whole review without the editor. */
export function Changes(): ReactElement | null {
  const bundle = useStore((state) => state.bundle);
  const selected = useStore((state) => state.selected);
  const hunks = numbered(bundle);
  const rows = useMemo(() => rowsOf(hunks), [hunks]);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 30,
  });
  const at = rows.findIndex((row) => row.hunk?.hunk.hunk_id === selected);
  // Whoever decides with the mouse finds the next button where it was: nothing moves under the pointer.
  const pointed = useRef(false);
  useEffect(() => {
    const typed = (): void => void (pointed.current = false);
    document.addEventListener('keydown', typed);
    return () => document.removeEventListener('keydown', typed);
  }, []);
  useEffect(() => {
    if (at >= 0 && !pointed.current) virtual.scrollToIndex(at, {align: 'auto'});
  }, [at, virtual]);
  if (rows.length === 0) return null;
  return (
    <section className="changes" aria-label="Changes">
      <h2>
        Changes{' '}
        <span className="soft number">
          {hunks.length} {hunks.length === 1 ? 'hunk' : 'hunks'} in {bundle!.files.length}{' '}
          {bundle!.files.length === 1 ? 'file' : 'files'}
        </span>
      </h2>
      <div
        className="changes-scroll"
        ref={scroller}
        tabIndex={-1}
        onPointerDown={() => (pointed.current = true)}
        onPointerLeave={() => (pointed.current = false)}
      >
        <div className="rows-inside" style={{height: virtual.getTotalSize()}} role="list">
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index]!;
            return (
              <div
                key={row.hunk?.hunk.hunk_id ?? row.file.file_path}
                className="changes-row"
                role="listitem"
                aria-setsize={rows.length}
                aria-posinset={item.index + 1}
                style={{transform: `translateY(${item.start}px)`, height: item.size}}
              >
                {row.hunk ? <HunkRow each={row.hunk} total={hunks.length} /> : <FileRow file={row.file} first={row.first} />}
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
}

const KINDS: Record<string, [IconName, string]> = {
  edit: ['file', ''],
  create: ['plus', 'new'],
  delete: ['trash', 'deleted'],
  move: ['move', 'moved'],
  binary: ['binary', 'binary'],
};

function FileRow({file, first}: {file: FileDiff; first: Numbered}): ReactElement {
  const actions = useActions();
  const awaiting = useStore(isReviewing);
  const path = visibleLine(file.target_path ?? file.file_path);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const folder = path.slice(0, Math.max(0, path.length - name.length - 1));
  const [icon, word] = KINDS[kindOf(file, first.hunk)]!;
  return (
    <div className="file-row">
      <button type="button" className="plain path" title={path} onClick={() => void actions.openFile(file.target_path ?? file.file_path)}>
        <Icon name={icon} />
        <span className="file-name">{name}</span>
        {word && <span className={`tag tag-${word}`}>{word}</span>}
        <span className="soft folder">{folder}</span>
      </button>
      {awaiting && (
        <>
          <button
            type="button"
            className="icon-button accept"
            aria-label={`Accept file ${path}`}
            title="Accept all hunks of this file (f)"
            onClick={() => void actions.review.decideAll('accept', file.file_path)}
          >
            <Icon name="accept" />
          </button>
          <button
            type="button"
            className="icon-button reject"
            aria-label={`Reject file ${path}`}
            title="Reject all hunks of this file (Shift+F)"
            onClick={() => void actions.review.decideAll('reject', file.file_path)}
          >
            <Icon name="reject" />
          </button>
        </>
      )}
    </div>
  );
}

interface HunkRowProps {
  each: Numbered;
  total: number;
}

function HunkRow({each, total}: HunkRowProps): ReactElement {
  const actions = useActions();
  const id = each.hunk.hunk_id;
  const selected = useStore((state) => state.selected === id);
  const awaiting = useStore(isReviewing);
  const {place, decision, hunk} = each;
  const where = visibleLine(described(each, total));
  const by = visibleLine(shownActor(hunk.decided_by));
  const decide =
    (action: 'accept' | 'reject') =>
    (event: MouseEvent): void => {
      // The second half of a double click is no decision about what came under it.
      if (event.detail < 2) void actions.review.decide(action, [id]);
    };
  return (
    <div className={`hunk-row hunk-${decision}${selected ? ' hunk-selected' : ''}`}>
      <button
        type="button"
        className="plain place"
        aria-current={selected}
        onClick={() => void actions.review.select(id)}
      >
        <span className={`dot dot-${decision}`} aria-hidden="true" />
        <span className="where">{hunk.kind === 'edit' && place ? `line ${place.line}` : hunk.kind}</span>
        {place && (
          <span className="plus-minus number">
            <span className="plus">+{place.added}</span> <span className="minus">−{place.removed}</span>
          </span>
        )}
        {by && (
          <span className="tag" title={`${decision} by ${by}`}>
            {by}
          </span>
        )}
        {hunk.oversized_hunk && <span className="tag">large</span>}
        {hunk.origin !== 'agent' && <span className="tag">{hunk.origin === 'user' ? 'yours' : hunk.origin}</span>}
        <span className="visually-hidden">
          {where}, {decision}
          {by ? ` by ${by}` : ''}
        </span>
      </button>
      {awaiting && (
        <>
          <button
            type="button"
            className="small accept"
            aria-pressed={decision === 'accepted'}
            aria-description={where}
            onClick={decide('accept')}
          >
            Accept
          </button>
          <button
            type="button"
            className="small reject"
            aria-pressed={decision === 'rejected'}
            aria-description={where}
            onClick={decide('reject')}
          >
            Reject
          </button>
        </>
      )}
    </div>
  );
}
