import {useVirtualizer} from '@tanstack/react-virtual';
import {useMemo, useRef, useState, type ReactElement} from 'react';
import {align, folded, type Gap, type Line3} from '../review/compare.ts';
import {Icon} from './icons.tsx';
import {useActions, useStore} from './context.ts';
import {setView} from './view.ts';
import {visible, visibleLine} from '../text/visible.ts';

/** A file of a run: now, before it, and as it was proposed, in one view. */
export function Compare(): ReactElement | null {
  const actions = useActions();
  const comparison = useStore((state) => state.comparison);
  if (!comparison) return null;
  const {checkpoint, path, texts} = comparison;
  return (
    <section className="compare" aria-label="Three-way comparison">
      <header className="file-bar">
        <label className="compare-file">
          <span className="visually-hidden">File of the run</span>
          <select
            aria-label="File of the run"
            value={path}
            onChange={(event) => void actions.history.compare(checkpoint.checkpoint_id, event.target.value)}
          >
            {checkpoint.affected_files.map((file) => (
              <option key={file.file_path} value={file.file_path}>
                {visibleLine(file.file_path)}
              </option>
            ))}
          </select>
        </label>
        <span className="actions">
          <button
            type="button"
            onClick={() => setView({rollback: {checkpoint: checkpoint.checkpoint_id, mode: 'scoped'}})}
          >
            Roll back hunks…
          </button>
          <button type="button" title="Write what was accepted, typed or taken back (Ctrl+S)" onClick={() => void actions.review.save()}>
            <Icon name="save" /> Save
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label="Close the comparison"
            title="Back to the editor"
            onClick={() => actions.history.closeComparison()}
          >
            <Icon name="reject" />
          </button>
        </span>
      </header>
      <ThreeColumns
        base={texts.checkpoint_base}
        current={texts.current_file}
        proposed={texts.agent_proposed}
        names={['Before the run', 'Now', 'Proposed']}
        fills
      />
    </section>
  );
}

interface ColumnsProps {
  base: string | null;
  current: string | null;
  proposed: string | null;
  names: readonly [string, string, string];
  /** Whether it takes all the room there is. */
  fills?: boolean;
}

const LINE = 20;
const WORDS = {same: '', current: 'changed since', proposed: 'proposed', both: 'both alike', conflict: 'both differ'};

export function ThreeColumns({base, current, proposed, names, fills = false}: ColumnsProps): ReactElement {
  const [unfolded, setUnfolded] = useState<ReadonlySet<Gap>>(new Set());
  const shown = useMemo(() => folded(align(base, current, proposed)), [base, current, proposed]);
  const rows = useMemo(
    () => shown.flatMap((row) => ('lines' in row && unfolded.has(row) ? row.lines : [row])),
    [shown, unfolded],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE,
    overscan: 20,
  });
  const texts = [base, current, proposed];
  return (
    <div className={fills ? 'columns fills' : 'columns'} role="table" aria-label={names.join(', ')} aria-rowcount={rows.length + 1}>
      <div className="column-names" role="row" aria-rowindex={1}>
        {names.map((name, i) => (
          <span key={name} role="columnheader">
            {name} {texts[i] === null && <span className="tag">no file</span>}
          </span>
        ))}
        <span role="columnheader" className="visually-hidden">
          Difference
        </span>
      </div>
      <div className="column-scroll" ref={scroller} tabIndex={0} role="rowgroup" aria-label="Lines">
        <div className="rows-inside" style={{height: virtual.getTotalSize()}} role="presentation">
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index]!;
            const style = {transform: `translateY(${item.start}px)`};
            const measured = {ref: virtual.measureElement, 'data-index': item.index, 'aria-rowindex': item.index + 2, style};
            if ('lines' in row) {
              return (
                <div key={item.key} {...measured} className="column-gap" role="row">
                  <span role="cell" aria-colspan={4}>
                    <button type="button" className="link" onClick={() => setUnfolded(new Set([...unfolded, row]))}>
                      {row.lines.length} equal lines
                    </button>
                  </span>
                </div>
              );
            }
            return (
              <div key={item.key} {...measured} className={`column-row side-${row.side}`} role="row" title={WORDS[row.side]}>
                <Cells row={row} />
              </div>
            );
          })}
        </div>
        {rows.length === 0 && <p className="empty">All three are empty.</p>}
      </div>
    </div>
  );
}

function Cells({row}: {row: Line3}): ReactElement {
  const changed = row.side !== 'same';
  const cell = (text: string | undefined, marks: boolean, out: boolean): ReactElement => (
    <code
      role="cell"
      className={!changed ? '' : text === undefined ? 'none' : marks ? (row.side === 'conflict' ? 'clash' : 'in') : out ? 'out' : ''}
    >
      {text === undefined ? undefined : visible(text)}
    </code>
  );
  return (
    <>
      {cell(row.base, false, true)}
      {cell(row.current, row.side !== 'proposed', false)}
      {cell(row.proposed, row.side !== 'current', false)}
      <span role="cell" className="visually-hidden">
        {WORDS[row.side] || 'equal'}
      </span>
    </>
  );
}
