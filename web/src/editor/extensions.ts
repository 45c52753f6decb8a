import {defaultKeymap, history, historyKeymap} from '@codemirror/commands';
import {bracketMatching, indentOnInput, syntaxHighlighting} from '@codemirror/language';
import {highlightSelectionMatches, search, searchKeymap} from '@codemirror/search';
import {Compartment, EditorState, type Extension} from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  ViewPlugin,
} from '@codemirror/view';
import {classHighlighter} from '@lezer/highlight';
import {languageOf} from './languages.ts';
import {HIDDEN_IN_EDITOR} from '../text/visible.ts';

/** The nonce that the styles of the editor need, from the page that the server sent. */
function nonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

const theme = EditorView.theme({
  '&': {height: '100%', fontSize: 'var(--code-size)', color: 'var(--ink)', backgroundColor: 'var(--paper)'},
  '.cm-scroller': {fontFamily: 'var(--mono)', lineHeight: '1.5'},
  '.cm-gutters': {backgroundColor: 'var(--paper)', color: 'var(--soft)', border: 'none'},
  '.cm-activeLineGutter': {backgroundColor: 'var(--card)'},
  '&.cm-focused': {outline: '2px solid var(--accent)', outlineOffset: '-2px'},
  '.cm-cursor': {borderLeftColor: 'var(--ink)'},
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'var(--selection)',
  },
  '.cm-selectionBackground': {backgroundColor: 'var(--selection)'},
});

export interface Look {
  path: string;
  editable: boolean;
  label: string;
}

/** What every editor of the page has. */
export function common(look: Look): Extension[] {
  const language = new Compartment();
  const load = languageOf(look.path);
  const extensions: Extension[] = [
    EditorView.cspNonce.of(nonce()),
    lineNumbers(),
    highlightActiveLineGutter(),
    highlightSpecialChars({addSpecialChars: HIDDEN_IN_EDITOR}),
    drawSelection(),
    bracketMatching(),
    highlightSelectionMatches(),
    search({top: true}),
    syntaxHighlighting(classHighlighter),
    theme,
    language.of([]),
    keymap.of([...searchKeymap, ...defaultKeymap]),
    EditorView.contentAttributes.of({'aria-label': look.label, tabindex: '0'}),
  ];
  if (look.editable) {
    extensions.push(history(), keymap.of(historyKeymap), indentOnInput());
  } else {
    extensions.push(EditorState.readOnly.of(true), EditorView.editable.of(false));
  }
  if (load) {
    extensions.push(
      ViewPlugin.define((view) => {
        let gone = false;
        load().then(
          (support) => {
            if (!gone) view.dispatch({effects: language.reconfigure(support)});
          },
          // Without its colours a text can still be read: the server is away, and the page says so.
          () => undefined,
        );
        return {destroy: () => (gone = true)};
      }),
    );
  }
  return extensions;
}
