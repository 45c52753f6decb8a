import {useEffect, useRef, useState, type KeyboardEvent, type ReactElement, type ReactNode} from 'react';
import {recall, remember} from '../store/place.ts';
import {numbered, progressOf} from '../review/hunks.ts';
import {isReviewing, statusOf} from '../store/reduce.ts';
import {useStore} from './context.ts';
import {useView, type View} from './view.ts';

interface PanelsProps {
  files: ReactNode;
  editor: ReactNode;
  agent: ReactNode;
}

const NARROW = '(max-width: 899px)';
const TABS: readonly [View['tab'], string][] = [
  ['files', 'Files'],
  ['editor', 'Editor'],
  ['agent', 'Agent'],
];

/** The arrows go from tab to tab, as in every list of tabs. */
function turn(event: KeyboardEvent, tab: View['tab'], setView: (change: Partial<View>) => void): void {
  const at = TABS.findIndex(([each]) => each === tab);
  const to: Record<string, number> = {ArrowRight: at + 1, ArrowLeft: at + TABS.length - 1, Home: 0, End: TABS.length - 1};
  const next = to[event.key];
  if (next === undefined) return;
  event.preventDefault();
  const [chosen] = TABS[next % TABS.length]!;
  setView({tab: chosen});
  document.getElementById(`tab-${chosen}`)?.focus();
}

function landmark(tab: View['tab']): {role: string; 'aria-label'?: string} {
  if (tab === 'editor') return {role: 'main'};
  return tab === 'files' ? {role: 'region', 'aria-label': 'Changes and files'} : {role: 'complementary', 'aria-label': 'Agent'};
}

/** What waits in a panel that may not be in sight: hunks that are not decided, an answer that the job needs. */
function Waiting({tab}: {tab: View['tab']}): ReactElement | null {
  const pending = useStore((state) => (isReviewing(state) ? progressOf(numbered(state.bundle)).pending : 0));
  const asks = useStore((state) => statusOf(state) === 'waiting_for_user');
  if (tab === 'files' && pending > 0) {
    return (
      <span className="count">
        {pending} <span className="visually-hidden">to decide</span>
      </span>
    );
  }
  if (tab === 'agent' && asks) {
    return (
      <span className="count asks">
        ? <span className="visually-hidden">It waits for you</span>
      </span>
    );
  }
  return null;
}

/** Three panels with movable borders; where there is room for one, they are tabs. */
export function Panels({files, editor, agent}: PanelsProps): ReactElement {
  const narrow = useMedia(NARROW);
  const [view, setView] = useView();
  const [left, setLeft] = useWidth('left', 300);
  const [right, setRight] = useWidth('right', 380);
  const panel = (tab: View['tab'], wide: string): Record<string, unknown> =>
    narrow
      ? {className: 'tab-panel', role: 'tabpanel', id: `panel-${tab}`, 'aria-labelledby': `tab-${tab}`, hidden: view.tab !== tab}
      : {className: wide, ...landmark(tab)};
  // The same elements in both layouts: a window that becomes narrower forgets nothing that was typed into it.
  return (
    <div
      className={narrow ? 'narrow' : 'wide'}
      role={narrow ? 'main' : undefined}
      style={narrow ? undefined : {gridTemplateColumns: `${left}px minmax(0, 1fr) ${right}px`}}
    >
      {narrow && (
        <div className="tabs" role="tablist" aria-label="Panels" onKeyDown={(event) => turn(event, view.tab, setView)}>
          {TABS.map(([tab, name]) => (
            <button
              key={tab}
              type="button"
              role="tab"
              id={`tab-${tab}`}
              aria-selected={view.tab === tab}
              tabIndex={view.tab === tab ? 0 : -1}
              aria-controls={`panel-${tab}`}
              onClick={() => setView({tab})}
            >
              {name}
              <Waiting tab={tab} />
            </button>
          ))}
        </div>
      )}
      <div {...panel('files', 'side-left')}>
        <div className="side" {...(narrow ? landmark('files') : {})}>
          {files}
        </div>
        {!narrow && <Border name="Width of the files" width={left} onChange={setLeft} direction={1} />}
      </div>
      <div {...panel('editor', 'side-middle')}>
        {editor}
      </div>
      <div {...panel('agent', 'side-right')}>
        {!narrow && <Border name="Width of the agent" width={right} onChange={setRight} direction={-1} />}
        <div className="side" {...(narrow ? {...landmark('agent'), role: 'region'} : {})}>
          {agent}
        </div>
      </div>
    </div>
  );
}

const LEAST = 180;
const MOST = 700;

function useWidth(name: string, usual: number): [number, (width: number) => void] {
  const [width, setWidth] = useState(() => clamp(Number(recall(`width.${name}`)) || usual));
  return [
    width,
    (next) => {
      setWidth(clamp(next));
      remember(`width.${name}`, String(clamp(next)));
    },
  ];
}

function clamp(width: number): number {
  return Math.round(Math.min(MOST, Math.max(LEAST, width)));
}

interface BorderProps {
  name: string;
  width: number;
  direction: 1 | -1;
  onChange(width: number): void;
}

/** Moved by dragging, and by the arrow keys. */
function Border({name, width, direction, onChange}: BorderProps): ReactElement {
  const from = useRef<{x: number; width: number} | null>(null);
  return (
    <div
      className="border"
      role="separator"
      tabIndex={0}
      aria-label={name}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowLeft' ? -20 : event.key === 'ArrowRight' ? 20 : 0;
        if (by === 0) return;
        event.preventDefault();
        onChange(width + by * direction);
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = {x: event.clientX, width};
      }}
      onPointerMove={(event) => {
        if (from.current) onChange(from.current.width + (event.clientX - from.current.x) * direction);
      }}
      onPointerUp={() => (from.current = null)}
    />
  );
}

function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const changed = (): void => setMatches(list.matches);
    list.addEventListener('change', changed);
    return () => list.removeEventListener('change', changed);
  }, [query]);
  return matches;
}
