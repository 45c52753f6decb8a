import {StateEffect, StateField, type EditorState, type Extension, type Range} from '@codemirror/state';
import {Decoration, EditorView, WidgetType, type DecorationSet} from '@codemirror/view';
import type {Numbered} from '../review/hunks.ts';
import {described} from '../review/hunks.ts';
import {shownActor} from '../store/actor.ts';
import {visible, visibleLine} from '../text/visible.ts';

export type Decide = (action: 'accept' | 'reject' | 'reset', hunk: string) => void;

export interface Bars {
  hunks: readonly Numbered[];
  total: number;
  selected: string | null;
  reasons: ReadonlyMap<string, string>;
  /** Whether hunks can be decided about. */
  open: boolean;
  decide: Decide;
  select(hunk: string): void;
  split(hunk: string): void;
}

/** Shows these hunks from now on. */
export const setBars = StateEffect.define<Bars>();

class BarWidget extends WidgetType {
  private readonly each: Numbered;
  private readonly bars: Bars;

  constructor(each: Numbered, bars: Bars) {
    super();
    this.each = each;
    this.bars = bars;
  }

  private get selected(): boolean {
    return this.bars.selected === this.each.hunk.hunk_id;
  }

  override eq(other: BarWidget): boolean {
    return (
      other.each.hunk.hunk_id === this.each.hunk.hunk_id &&
      other.each.decision === this.each.decision &&
      other.each.number === this.each.number &&
      other.selected === this.selected &&
      other.bars.open === this.bars.open &&
      other.each.hunk.oversized_hunk === this.each.hunk.oversized_hunk &&
      other.bars.reasons.get(other.each.hunk.hunk_id) === this.bars.reasons.get(this.each.hunk.hunk_id) &&
      other.each.hunk.decided_by === this.each.hunk.decided_by &&
      other.bars.total === this.bars.total
    );
  }

  override toDOM(): HTMLElement {
    const {each, bars} = this;
    const {hunk, place, number, decision} = each;
    const bar = document.createElement('div');
    bar.className = `hunk-bar hunk-${decision}${this.selected ? ' hunk-selected' : ''}`;
    bar.dataset['hunk'] = hunk.hunk_id;
    bar.setAttribute('role', 'group');
    bar.setAttribute('aria-label', visibleLine(described(each, bars.total)));
    // Not on its buttons: the bar of a selected hunk is another one, and the click would come to nothing.
    bar.addEventListener('mousedown', (event) => {
      if (!(event.target instanceof HTMLButtonElement)) bars.select(hunk.hunk_id);
    });
    const text = document.createElement('span');
    text.className = 'hunk-text';
    const say = (className: string, words: string): void => {
      const part = document.createElement('span');
      part.className = className;
      part.textContent = visible(words);
      text.append(part);
    };
    say('hunk-number', `${number} of ${bars.total}`);
    if (place) {
      say('plus', `+${place.added}`);
      say('minus', `−${place.removed}`);
    }
    const by = shownActor(hunk.decided_by);
    if (decision !== 'pending') {
      say(`verdict verdict-${decision}`, by ? `${decision} by ${by}` : decision);
    }
    if (hunk.kind !== 'edit') say('tag', hunk.kind);
    if (hunk.origin !== 'agent') say('tag', hunk.origin === 'user' ? 'yours' : hunk.origin);
    if (hunk.oversized_hunk) say('tag', 'large');
    const why = bars.reasons.get(hunk.hunk_id) || hunk.description;
    if (why) say('why', why);
    if (hunk.edit_ids.length > 0) say('edit-ids', hunk.edit_ids.join(' '));
    text.title = [why ?? '', hunk.edit_ids.length > 0 ? `edits ${hunk.edit_ids.join(', ')}` : ''].filter(Boolean).map(visible).join('\n');
    bar.append(text);
    if (bars.open) {
      if (hunk.oversized_hunk) bar.append(this.button('Split', () => bars.split(hunk.hunk_id)));
      if (decision !== 'accepted') bar.append(this.button('Accept', () => bars.decide('accept', hunk.hunk_id)));
      if (decision !== 'rejected') bar.append(this.button('Reject', () => bars.decide('reject', hunk.hunk_id)));
    }
    return bar;
  }

  private button(label: string, click: () => void): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = `small ${label.toLowerCase()}`;
    button.textContent = label;
    button.setAttribute('aria-label', `${label} hunk ${this.each.number}`);
    // The second half of a double click is about a hunk that came under it.
    button.addEventListener('click', (event) => {
      if (event.detail < 2) click();
    });
    return button;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

const selectedLine = Decoration.line({class: 'hunk-line'});

function decorations(state: EditorState, bars: Bars): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  for (const each of bars.hunks) {
    const {place, hunk, decision} = each;
    const first = state.doc.line(Math.min(place?.line ?? 1, state.doc.lines));
    const after = place !== undefined && place.line > state.doc.lines;
    ranges.push(
      Decoration.widget({widget: new BarWidget(each, bars), block: true, side: after ? 1 : -2}).range(
        after ? first.to : first.from,
      ),
    );
    if (bars.selected !== hunk.hunk_id || decision === 'rejected' || !place) continue;
    for (let line = place.line; line < place.line + place.span && line <= state.doc.lines; line++) {
      ranges.push(selectedLine.range(state.doc.line(line).from));
    }
  }
  return Decoration.set(ranges, true);
}

/** A bar above each hunk, with its buttons. */
export function hunkBars(first: Bars): Extension {
  return StateField.define<DecorationSet>({
    create: (state) => decorations(state, first),
    update(shown, transaction) {
      for (const effect of transaction.effects) {
        if (effect.is(setBars)) return decorations(transaction.state, effect.value);
      }
      return shown.map(transaction.changes);
    },
    provide: (field) => EditorView.decorations.from(field),
  });
}
