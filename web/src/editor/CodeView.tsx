import {historyField} from '@codemirror/commands';
import {MergeView, unifiedMergeView} from '@codemirror/merge';
import {Annotation, type EditorState, Transaction} from '@codemirror/state';
import {EditorView} from '@codemirror/view';
import {useEffect, useRef, type ReactElement} from 'react';
import {common, type Look} from './extensions.ts';
import {hunkBars, setBars, type Bars} from './hunkBars.ts';

export interface CodeViewProps {
  path: string;
  /** What is on the disk; null when nothing is compared. */
  base: string | null;
  content: string;
  layout: 'inline' | 'side';
  editable: boolean;
  /** The line to begin with. */
  line?: number | undefined;
  bars: Bars;
  onEdit(text: string): void;
  onSelect(lines: {first: number; last: number} | null): void;
}

interface Shown {
  /** What it was made for; anything else of the file comes in as a change. */
  key: string;
  path: string;
  editable: boolean;
  view: EditorView;
  destroy(): void;
}

const DIFF = {scanLimit: 1_000, timeout: 200};

/** A change that comes from the server and not from the keyboard. */
const arrived = Annotation.define<boolean>();

/** The working buffer in CodeMirror, with what changed in it marked. */
export function CodeView(props: CodeViewProps): ReactElement {
  const {path, base, content, layout, editable, bars, line} = props;
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<Shown | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const seen = useRef({path: '', top: 0});
  const key = [path, layout, editable, base ?? '\0'].join('\0');

  useEffect(() => {
    const parent = place.current;
    if (!parent) return;
    if (shown.current?.key === key) {
      update(shown.current.view, content);
      return;
    }
    // Of the same file the caret, what can be undone and who has the keys stay as they were.
    const old = shown.current;
    const before = old?.path === path ? old : null;
    const focused = before?.editable ? before.view.hasFocus : true;
    const made = create(parent, key, latest, before?.view.state);
    old?.destroy();
    update(made.view, content);
    shown.current = made;
    const scroller = parent.querySelector<HTMLElement>('.cm-mergeView') ?? made.view.scrollDOM;
    if (seen.current.path === path) scroller.scrollTop = seen.current.top;
    else {
      seen.current = {path, top: 0};
      reveal(made.view, latest.current.bars);
    }
    scroller.addEventListener('scroll', () => (seen.current.top = scroller.scrollTop), {passive: true});
    if (editable && focused) made.view.focus();
  }, [key, path, content, editable]);

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

  useEffect(() => {
    const view = shown.current?.view;
    if (!view || line === undefined) return;
    const {from} = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
    view.dispatch({selection: {anchor: from}, effects: EditorView.scrollIntoView(from, {y: 'center'})});
  }, [path, line]);

  return <div className="code" ref={place} />;
}

/** @param before what is shown of the file until now */
function create(parent: HTMLElement, key: string, latest: {current: CodeViewProps}, before: EditorState | undefined): Shown {
  const {path, base, content, layout, editable, bars} = latest.current;
  const begin = before ? {doc: before.doc, selection: before.selection} : {doc: content};
  parent.replaceChildren();
  const look: Look = {path, editable, label: `${path}, working buffer`};
  const extensions = [
    ...common(look),
    EditorView.updateListener.of((change) => {
      const typed = change.transactions.some((each) => each.docChanged && !each.annotation(arrived));
      if (typed) latest.current.onEdit(change.state.doc.toString());
      if (change.selectionSet || change.docChanged) latest.current.onSelect(selected(change.view));
    }),
    hunkBars(bars),
  ];
  const undoable = before?.field(historyField, false);
  if (editable && undoable !== undefined) extensions.push(historyField.init(() => undoable));
  if (base !== null && layout === 'side') {
    const merge = new MergeView({
      a: {doc: base, extensions: common({path, editable: false, label: `${path}, on the disk`})},
      b: {...begin, extensions},
      parent,
      gutter: true,
      diffConfig: DIFF,
    });
    return shownAs({key, path, editable, view: merge.b}, () => merge.destroy());
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
  const view = new EditorView({...begin, extensions, parent});
  return shownAs({key, path, editable, view}, () => view.destroy());
}

function shownAs(what: Omit<Shown, 'destroy'>, destroy: () => void): Shown {
  const stop = measured(what.view);
  return {
    ...what,
    destroy: () => {
      stop();
      destroy();
    },
  };
}

/** Tells the bars of the hunks how much of a line is in sight, whenever that changes. */
function measured(view: EditorView): () => void {
  const observer = new ResizeObserver(() => {
    const gutters = view.dom.querySelector<HTMLElement>('.cm-gutters')?.offsetWidth ?? 0;
    view.dom.style.setProperty('--bar', `${view.scrollDOM.clientWidth - gutters}px`);
  });
  observer.observe(view.scrollDOM);
  return () => observer.disconnect();
}

/** Puts in what is different only, so that the place, the selection and the marks stay. */
function update(view: EditorView, content: string): void {
  const before = view.state.doc.toString();
  if (before === content) return;
  const most = Math.min(before.length, content.length);
  let from = 0;
  while (from < most && before.charCodeAt(from) === content.charCodeAt(from)) from++;
  let after = 0;
  while (
    after < most - from &&
    before.charCodeAt(before.length - 1 - after) === content.charCodeAt(content.length - 1 - after)
  ) {
    after++;
  }
  view.dispatch({
    changes: {from, to: before.length - after, insert: content.slice(from, content.length - after)},
    annotations: [arrived.of(true), Transaction.addToHistory.of(false)],
  });
}

function selected(view: EditorView): {first: number; last: number} | null {
  const {from, to, empty} = view.state.selection.main;
  if (empty) return null;
  const {doc} = view.state;
  const last = doc.lineAt(to);
  // A selection that ends before the first letter of a line does not mean that line.
  const end = to === last.from && last.number > doc.lineAt(from).number ? last.number - 1 : last.number;
  return {first: doc.lineAt(from).number, last: end};
}

/** Brings the selected hunk into sight. */
function reveal(view: EditorView, bars: Bars): void {
  const found = bars.hunks.find((each) => each.hunk.hunk_id === bars.selected);
  if (!found?.place) return;
  const line = view.state.doc.line(Math.min(found.place.line, view.state.doc.lines));
  view.dispatch({effects: EditorView.scrollIntoView(line.from, {y: 'center'})});
}
