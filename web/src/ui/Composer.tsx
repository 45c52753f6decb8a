import {useEffect, useRef, useState, type KeyboardEvent, type ReactElement} from 'react';
import type {ModelChoice} from '../api/schema.ts';
import type {AgentModeName} from '../store/names.ts';
import {recall, remember} from '../store/place.ts';
import {isAtWork, isServed, statusOf} from '../store/reduce.ts';
import {ContextRows, dropped} from './Context.tsx';
import {Icon} from './icons.tsx';
import {useNames} from './names.ts';
import {useActions, useStore} from './context.ts';
import {useView} from './view.ts';
import {visibleLine} from '../text/visible.ts';

const PAST = 50;
const OFFERED = 8;

function recallPast(): string[] {
  try {
    const past: unknown = JSON.parse(recall('instructions') ?? '[]');
    return Array.isArray(past) ? past.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

/** What a million tokens cost, where that is known. */
function priceOf({input_usd, output_usd}: ModelChoice): string {
  return input_usd === null || output_usd === null ? '' : `$${input_usd} in, $${output_usd} out for a million tokens`;
}

/** Which model carries it out, where there are several. */
function Models(): ReactElement | null {
  const actions = useActions();
  const offered = useStore((state) => state.models);
  const chosen = useStore((state) => state.session?.model ?? '');
  if (!offered || offered.models.length === 0) return null;
  const names = offered.models.map((each) => each.model);
  const short = (name: string): string => name.slice(name.indexOf('/') + 1);
  const makers = [...new Set(names.map((name) => name.slice(0, Math.max(0, name.indexOf('/')))))];
  return (
    <select
      id="model"
      aria-label="Model"
      title={`Which model jobs of this session have: ${chosen || offered.usual || 'the usual one'} (m)`}
      value={chosen}
      onChange={(event) => void actions.chooseModel(event.target.value)}
    >
      <option value="">{offered.usual ? short(offered.usual) : 'usual model'}</option>
      {chosen && !names.includes(chosen) && <option value={chosen}>{short(chosen)} (gone)</option>}
      {makers.map((maker) => (
        <optgroup key={maker} label={maker}>
          {offered.models
            .filter((each) => each.model.startsWith(`${maker}/`))
            .map((each) => (
              <option key={each.model} value={each.model} title={priceOf(each)}>
                {short(each.model)}
              </option>
            ))}
        </optgroup>
      ))}
    </select>
  );
}

/** The letters after an @ that is being typed, and where it stands. */
function mentionAt(text: string, caret: number): {from: number; letters: string} | null {
  const found = /(?:^|\s)@([^\s@]*)$/.exec(text.slice(0, caret));
  return found ? {from: caret - found[1]!.length - 1, letters: found[1]!} : null;
}

/** The instruction, what lies beside it, and who carries it out. */
export function Composer(): ReactElement {
  const actions = useActions();
  const [view, setView] = useView();
  const {mode} = view;
  const box = useRef<HTMLTextAreaElement>(null);
  const {text} = useStore((state) => state.composed);
  const works = useStore((state) => isAtWork(statusOf(state)));
  const reviewing = useStore((state) => statusOf(state) === 'awaiting_review');
  const archived = useStore((state) => state.session?.status === 'archived');
  const served = useStore(isServed);
  const shut = archived || !served;
  const open = useStore((state) => state.open?.path);
  const modes = useStore((state) => state.settings?.agent_modes);
  const usual = useStore((state) => state.settings?.agent_mode);
  const commands = useStore((state) => state.session?.tool_config?.commands ?? 'off');
  const [caret, setCaret] = useState(0);
  const [chosen, setChosen] = useState(0);
  const [closed, setClosed] = useState(false);
  const [over, setOver] = useState(false);
  // What the session is at comes first: an instruction waits until that is over.
  const waits = works || reviewing;
  const past = useRef({texts: recallPast(), at: -1, typed: ''});
  const mention = mentionAt(text, caret);
  const letters = mention?.letters;
  const offers = useNames(letters, OFFERED);
  const offering = mention !== null && !closed && offers.length > 0;
  useEffect(() => setChosen(0), [letters]);
  useEffect(() => {
    // As high as what is typed, within bounds that the style sets.
    const area = box.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight + 2}px`;
  }, [text]);

  const send = (): void => {
    const instruction = text.trim();
    if (!instruction || shut) return;
    const rows = actions.rows();
    void actions.run(instruction, (mode || undefined) as AgentModeName | undefined, rows).then((done) => {
      if (!done) return;
      const texts = [...past.current.texts.filter((each) => each !== instruction), instruction].slice(-PAST);
      past.current = {texts, at: -1, typed: ''};
      remember('instructions', JSON.stringify(texts));
    });
  };
  const complete = (path: string): void => {
    if (!mention) return;
    const next = `${text.slice(0, mention.from)}@${path} ${text.slice(caret)}`;
    actions.compose({text: next});
    actions.addRow({kind: 'file', file_path: path});
    const at = mention.from + path.length + 2;
    setCaret(at);
    requestAnimationFrame(() => box.current?.setSelectionRange(at, at));
  };
  const recallStep = (by: 1 | -1): boolean => {
    const {texts, at, typed} = past.current;
    const shown = at < 0 ? typed : texts[at];
    if (text !== '' && text !== shown && at >= 0) return false;
    if (text !== '' && at < 0 && (by > 0 || text.includes('\n'))) return false;
    const from = at < 0 ? texts.length : at;
    const next = from + by;
    if (next < 0 || (by > 0 && at < 0)) return false;
    past.current = {texts, at: next >= texts.length ? -1 : next, typed: at < 0 ? text : typed};
    actions.compose({text: next >= texts.length ? past.current.typed : texts[next]!});
    return true;
  };
  const keys = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (offering && ['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape'].includes(event.key)) {
      event.preventDefault();
      if (event.key === 'ArrowDown') setChosen((chosen + 1) % offers.length);
      else if (event.key === 'ArrowUp') setChosen((chosen + offers.length - 1) % offers.length);
      else if (event.key === 'Escape') setClosed(true);
      else complete(offers[chosen] ?? offers[0]!);
      return;
    }
    if (event.key === 'Escape') box.current?.blur();
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    } else if (event.key === 'ArrowUp' && recallStep(-1)) event.preventDefault();
    else if (event.key === 'ArrowDown' && recallStep(1)) event.preventDefault();
  };
  const selection = view.selection?.path === open ? view.selection : null;
  return (
    <form
      className={over ? 'composer over' : 'composer'}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void dropped(event.dataTransfer, actions);
      }}
    >
      <ContextRows />
      <div className="instruction-box">
        {offering && (
          <ul className="offers" role="listbox" id="offers" aria-label="Files">
            {offers.map((path, i) => (
              <li
                key={path}
                id={`offer-${i}`}
                role="option"
                aria-selected={i === chosen}
                onMouseDown={(event) => {
                  event.preventDefault();
                  complete(path);
                }}
              >
                <Icon name="file" /> {visibleLine(path)}
              </li>
            ))}
          </ul>
        )}
        <textarea
          id="instruction"
          ref={box}
          aria-label="Instruction"
          aria-autocomplete="list"
          aria-controls={offering ? 'offers' : undefined}
          aria-activedescendant={offering ? `offer-${chosen}` : undefined}
          rows={2}
          placeholder={
            !served
              ? 'The folder of this session is not served.'
              : archived
                ? 'This session is archived; take it up again to go on.'
                : reviewing
                  ? 'What is next? It waits for your review.'
                  : works
                    ? 'What is next? It waits for this job.'
                    : 'What is to be done? @ names a file'
          }
          value={text}
          onChange={(event) => {
            setCaret(event.target.selectionStart);
            setClosed(false);
            actions.compose({text: event.target.value});
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onKeyDown={keys}
        />
        <div className="composer-choices" role="group" aria-label="How it is carried out">
          <select
            aria-label="Commands"
            title="Whether jobs of this session may run commands (Shift+M)"
            value={commands}
            onChange={(event) => void actions.allowCommands(event.target.value as typeof commands)}
          >
            <option value="off">no commands</option>
            <option value="ask">commands: ask</option>
            <option value="auto">commands: auto</option>
          </select>
          {modes && modes.length > 1 && (
            <select
              aria-label="Mode"
              title="Which model carries it out (Shift+O: the next one)"
              value={mode}
              onChange={(event) => setView({mode: event.target.value})}
            >
              <option value="">{usual ? usual.replaceAll('_', ' ') : 'usual mode'}</option>
              {modes
                .filter((each) => each !== usual)
                .map((each) => (
                  <option key={each} value={each}>
                    {each.replaceAll('_', ' ')}
                  </option>
                ))}
            </select>
          )}
          <Models />
        </div>
        <div className="composer-line">
          {selection && (
            <button
              type="button"
              className="small ghost"
              title="Lay the selected lines beside the instruction (o)"
              onClick={() => actions.addOpen(selection)}
            >
              <Icon name="plus" /> lines {selection.first}–{selection.last}
            </button>
          )}
          {open && !selection && (
            <button
              type="button"
              className="small ghost"
              aria-label="Add open file"
              title={`Lay ${visibleLine(open)} beside the instruction (o)`}
              onClick={() => actions.addOpen(null)}
            >
              <Icon name="plus" /> open file
            </button>
          )}
          <span className="grow" />
          <button
            type="submit"
            className="primary start"
            title={waits ? 'Runs when what the session is at is over' : 'Runs at once'}
            disabled={shut || !text.trim()}
          >
            {waits ? 'Queue' : 'Run'}
          </button>
        </div>
      </div>
    </form>
  );
}
