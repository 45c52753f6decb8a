import {useVirtualizer} from '@tanstack/react-virtual';
import {memo, useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactElement} from 'react';
import {isServed} from '../store/reduce.ts';
import {useActions, useStore} from './context.ts';
import {Icon} from './icons.tsx';
import {Search} from './Search.tsx';
import {foldersOf, rowsOf, treeOf, type TreeRow} from './tree.ts';
import {visibleLine} from '../text/visible.ts';

/** How many hunks each changed file has, and each folder in its files. */
function useCounts(): ReadonlyMap<string, number> {
  const bundle = useStore((state) => state.bundle);
  return useMemo(() => {
    const counts = new Map<string, number>();
    for (const file of bundle?.files ?? []) {
      const path = file.target_path ?? file.file_path;
      counts.set(path, file.hunks.length);
      for (const folder of foldersOf(path)) counts.set(folder, (counts.get(folder) ?? 0) + file.hunks.length);
    }
    return counts;
  }, [bundle]);
}

/** The files of the project, and what is found in them. */
export function Files(): ReactElement {
  const [words, setWords] = useState('');
  return (
    <section className="tree-panel" aria-label="Files">
      <div className="filter">
        <Icon name="search" />
        <input
          id="search"
          type="search"
          aria-label="Search files"
          placeholder="Search names and contents"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setWords('');
            if (event.key === 'ArrowDown') document.querySelector<HTMLElement>('.found button')?.focus();
          }}
        />
      </div>
      {words.trim() ? <Search words={words.trim()} /> : <Tree />}
    </section>
  );
}

const ROW = 26;

function Tree(): ReactElement {
  const actions = useActions();
  const files = useStore((state) => state.files);
  const truncated = useStore((state) => state.filesTruncated);
  const open = useStore((state) => state.open?.path);
  const loading = useStore((state) => state.loading);
  const session = useStore((state) => state.session !== null);
  const served = useStore(isServed);
  const counts = useCounts();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [at, setAt] = useState('');
  const scroller = useRef<HTMLDivElement>(null);
  const nodes = useMemo(() => treeOf(files), [files]);
  const rows = useMemo(() => rowsOf(nodes, opened), [nodes, opened]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
    // Frames come as the browser can: a flush for each scroll event would make it wait for them.
    useFlushSync: false,
  });
  // Rows that left the window are used again for those that come in: nothing is made or thrown away while scrolling.
  const pool = useRef(0);
  const items = virtual.getVirtualItems();
  pool.current = Math.max(pool.current, items.length);
  // The open file is seen in the tree, wherever it was opened from.
  useEffect(() => {
    if (!open) return;
    setAt(open);
    setOpened((now) => {
      const missing = foldersOf(open).filter((folder) => !now.has(folder));
      return missing.length === 0 ? now : new Set([...now, ...missing]);
    });
  }, [open]);
  const index = useMemo(() => rows.findIndex((row) => row.node.path === at), [rows, at]);
  useEffect(() => {
    if (index >= 0) virtual.scrollToIndex(index, {align: 'auto'});
    // Only where the person has gone: not when rows come or go above it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [at, index >= 0]);

  const toggle = (path: string, to = !opened.has(path)): void => {
    const next = new Set(opened);
    if (to) next.add(path);
    else next.delete(path);
    setOpened(next);
  };
  const activate = ({node}: TreeRow): void => {
    setAt(node.path);
    if (node.children) toggle(node.path);
    else void actions.openFile(node.path);
  };
  // The same function for all rows and all times, so that a row is painted again only when it changes.
  const latest = useRef(activate);
  latest.current = activate;
  const activated = useCallback((row: TreeRow) => latest.current(row), []);
  const keys = (event: KeyboardEvent): void => {
    const row = rows[index];
    const go = (to: number): void => setAt(rows[Math.max(0, Math.min(rows.length - 1, to))]?.node.path ?? '');
    switch (event.key) {
      case 'ArrowDown':
        go(index + 1);
        break;
      case 'ArrowUp':
        go(index < 0 ? 0 : index - 1);
        break;
      case 'Home':
        go(0);
        break;
      case 'End':
        go(rows.length - 1);
        break;
      case 'ArrowRight':
        if (row?.node.children && !opened.has(row.node.path)) toggle(row.node.path, true);
        else go(index + 1);
        break;
      case 'ArrowLeft':
        if (row?.node.children && opened.has(row.node.path)) toggle(row.node.path, false);
        else if (row) setAt(row.node.path.slice(0, Math.max(0, row.node.path.lastIndexOf('/'))) || at);
        break;
      case 'Enter':
      case ' ':
        if (row) activate(row);
        break;
      default:
        return;
    }
    event.preventDefault();
  };
  if (files.length === 0) {
    return (
      <p className="empty" role="status">
        {loading ? 'Loading the files…' : !session ? 'The files appear here with the first session.' : served ? 'The project has no files yet. Tell the agent which one to write.' : 'The folder of this session is not served.'}
      </p>
    );
  }
  return (
    <>
      <div
        className="tree"
        ref={scroller}
        role="tree"
        aria-label="Project files"
        tabIndex={0}
        aria-activedescendant={index >= 0 ? `tree-${index}` : undefined}
        onKeyDown={keys}
      >
        <div className="rows-inside" style={{height: virtual.getTotalSize()}} role="presentation">
          {items.map((item) => {
            const row = rows[item.index]!;
            return (
              <Line
                key={item.index % pool.current}
                id={`tree-${item.index}`}
                row={row}
                top={item.start}
                expanded={opened.has(row.node.path)}
                selected={row.node.path === open}
                current={item.index === index}
                count={counts.get(row.node.path) ?? 0}
                activate={activated}
              />
            );
          })}
        </div>
      </div>
      {truncated && <p className="empty">There are more files than are listed; searching finds them too.</p>}
    </>
  );
}

interface LineProps {
  id: string;
  row: TreeRow;
  top: number;
  expanded: boolean;
  selected: boolean;
  current: boolean;
  count: number;
  activate(row: TreeRow): void;
}

const Line = memo(function Line({id, row, top, expanded, selected, current, count, activate}: LineProps): ReactElement {
  const {node, level} = row;
  return (
    <div
      id={id}
      role="treeitem"
      className={`tree-row${selected ? ' selected' : ''}${current ? ' current' : ''}`}
      aria-level={level}
      aria-setsize={row.count}
      aria-posinset={row.place}
      aria-selected={selected}
      aria-expanded={node.children ? expanded : undefined}
      draggable={node.children === null}
      onDragStart={(event) => event.dataTransfer.setData('application/x-tenon-path', node.path)}
      onClick={() => activate(row)}
      title={visibleLine(node.path)}
      style={{transform: `translateY(${top}px)`, paddingLeft: 8 + (level - 1) * 14}}
    >
      <span className={expanded ? 'turn open' : 'turn'}>{node.children && <Icon name="chevron" />}</span>
      <Icon name={node.children ? 'folder' : 'file'} />
      <span className={count > 0 ? 'tree-name changed' : 'tree-name'}>{visibleLine(node.name)}</span>
      {count > 0 && (
        <span className="count">
          {count} <span className="visually-hidden">{count === 1 ? 'change' : 'changes'}</span>
        </span>
      )}
    </div>
  );
});
