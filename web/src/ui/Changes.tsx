import {useMemo, useRef, type ReactElement} from 'react';
import {useVirtualizer} from '@tanstack/react-virtual';
import type {FileDiff} from '../api/schema.ts';
import {described, numbered, type Numbered} from '../review/hunks.ts';
import {statusOf} from '../store/reduce.ts';
import {useActions, useStore} from './context.ts';

type Row = {file: FileDiff; hunk?: undefined} | {file: FileDiff; hunk: Numbered};

function rowsOf(hunks: readonly Numbered[]): Row[] {
  const rows: Row[] = [];
  let last: FileDiff | undefined;
  for (const hunk of hunks) {
    if (hunk.file !== last) rows.push({file: hunk.file});
    last = hunk.file;
    rows.push({file: hunk.file, hunk});
  }
  return rows;
}

const ROW = 34;

/** Every hunk of the review in order, with its buttons: the whole review without the editor. */
export function Changes(): ReactElement | null {
  const bundle = useStore((state) => state.bundle);
  const hunks = useMemo(() => numbered(bundle), [bundle]);
  const rows = useMemo(() => rowsOf(hunks), [hunks]);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 30,
  });
  if (rows.length === 0) return null;
  return (
    <section className="changes" aria-label="Changes">
      <h2>Changes</h2>
      <div className="changes-scroll" ref={scroller}>
        <div className="changes-rows" style={{height: virtual.getTotalSize()}} role="list">
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index]!;
            return (
              <div
                key={row.hunk?.hunk.hunk_id ?? row.file.file_path}
                className="changes-row"
                role="listitem"
                style={{transform: `translateY(${item.start}px)`, height: item.size}}
              >
                {row.hunk ? <HunkRow each={row.hunk} total={hunks.length} /> : <FileRow file={row.file} />}
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
}

function FileRow({file}: {file: FileDiff}): ReactElement {
  const actions = useActions();
  const awaiting = useStore((state) => statusOf(state) === 'awaiting_review');
  const path = file.target_path ?? file.file_path;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const folder = path.slice(0, path.length - name.length);
  return (
    <div className="file-row">
      <button type="button" className="plain path" title={path} onClick={() => void actions.openFile(path)}>
        <span>{name}</span> <span className="soft">{folder}</span>
      </button>
      {awaiting && (
        <>
          <button
            type="button"
            className="small icon accept"
            aria-label={`Accept file ${path}`}
            title="Accept all hunks of this file"
            onClick={() => void actions.decide('accept_all_file', {file: file.file_path})}
          >
            ✓
          </button>
          <button
            type="button"
            className="small icon reject"
            aria-label={`Reject file ${path}`}
            title="Reject all hunks of this file"
            onClick={() => void actions.decide('reject_all_file', {file: file.file_path})}
          >
            ✗
          </button>
        </>
      )}
    </div>
  );
}

function HunkRow({each, total}: {each: Numbered; total: number}): ReactElement {
  const actions = useActions();
  const id = each.hunk.hunk_id;
  const selected = useStore((state) => state.selected === id);
  const awaiting = useStore((state) => statusOf(state) === 'awaiting_review');
  const {place, decision, hunk} = each;
  const where = described(each, total);
  const decide = (action: 'accept' | 'reject') => (): void => void actions.decide(action, {hunks: [id]});
  return (
    <div className={`hunk-row hunk-${decision}${selected ? ' hunk-selected' : ''}`}>
      <button
        type="button"
        className="plain place"
        aria-label={`Show ${where}, ${decision}`}
        aria-current={selected}
        onClick={() => void actions.select(id)}
      >
        <span className="mark" aria-hidden="true">
          {decision === 'accepted' ? '✓' : decision === 'rejected' ? '✗' : '•'}
        </span>
        <span>{hunk.kind === 'edit' && place ? `line ${place.line}` : hunk.kind}</span>
        {place && (
          <span className="soft">
            +{place.added} −{place.removed}
          </span>
        )}
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
