import {MergeView, unifiedMergeView} from '@codemirror/merge';
import {EditorView} from '@codemirror/view';
import {useEffect, useRef, type ReactElement} from 'react';
import {common} from './extensions.ts';
import {hunkBars, setBars, type Bars} from './hunkBars.ts';

export interface CodeViewProps {
  path: string;
  /** What is on the disk; null when nothing is compared. */
  base: string | null;
  content: string;
  layout: 'inline' | 'side';
  editable: boolean;
  bars: Bars;
  onEdit(text: string): void;
}

interface Shown {
  view: EditorView;
  destroy(): void;
}

const DIFF = {scanLimit: 5_000, timeout: 200};

/** The working buffer in CodeMirror, with what changed in it marked. */
export function CodeView(props: CodeViewProps): ReactElement {
  const {path, base, content, layout, editable, bars} = props;
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<Shown | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const scroll = useRef({path: '', top: 0});

  useEffect(() => {
    const parent = place.current;
    if (!parent) return undefined;
    // What was typed comes back as the content that is shown already.
    if (shown.current?.view.state.doc.toString() === content && scroll.current.path === key()) return undefined;
    shown.current?.destroy();
    const made = create(parent);
    shown.current = made;
    const top = scroll.current.path === key() ? scroll.current.top : 0;
    scroll.current = {path: key(), top};
    const scroller = scrollerOf(parent, made.view);
    scroller.scrollTop = top;
    scroller.addEventListener('scroll', () => (scroll.current.top = scroller.scrollTop), {passive: true});
    if (top === 0) reveal(made.view, latest.current.bars);
    return undefined;
    function key(): string {
      return `${path}\0${layout}\0${String(editable)}\0${base ?? '\0'}`;
    }
  }, [path, base, content, layout, editable]);

  useEffect(
    () => () => {
      shown.current?.destroy();
      shown.current = null;
    },
    [],
  );

  useEffect(() => {
    shown.current?.view.dispatch({effects: setBars.of(bars)});
  }, [bars]);

  useEffect(() => {
    if (shown.current) reveal(shown.current.view, latest.current.bars);
  }, [bars.selected]);

  function create(parent: HTMLElement): Shown {
    parent.replaceChildren();
    const look = {path, editable, label: `${path}, working buffer`};
    const extensions = [
      ...common({...look, changed: (text) => latest.current.onEdit(text)}),
      hunkBars(latest.current.bars),
    ];
    if (base !== null && layout === 'side') {
      const merge = new MergeView({
        a: {doc: base, extensions: common({path, editable: false, label: `${path}, on the disk`})},
        b: {doc: content, extensions},
        parent,
        gutter: true,
        diffConfig: DIFF,
      });
      return {view: merge.b, destroy: () => merge.destroy()};
    }
    if (base !== null) {
      extensions.push(
        unifiedMergeView({
          original: base,
          mergeControls: false,
          gutter: true,
          diffConfig: DIFF,
          syntaxHighlightDeletions: true,
        }),
      );
    }
    const view = new EditorView({doc: content, extensions, parent});
    return {view, destroy: () => view.destroy()};
  }

  return <div className="code" ref={place} />;
}

function scrollerOf(parent: HTMLElement, view: EditorView): HTMLElement {
  return parent.querySelector<HTMLElement>('.cm-mergeView') ?? view.scrollDOM;
}

/** Brings the selected hunk into sight. */
function reveal(view: EditorView, bars: Bars): void {
  const found = bars.hunks.find((each) => each.hunk.hunk_id === bars.selected);
  if (!found?.place) return;
  const line = view.state.doc.line(Math.min(found.place.line, view.state.doc.lines));
  view.dispatch({effects: EditorView.scrollIntoView(line.from, {y: 'center'})});
}
