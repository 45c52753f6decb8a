import {useMemo, useRef, useState, type KeyboardEvent, type ReactElement} from 'react';
import type {ContextRow, Session} from '../api/schema.ts';
import type {AgentModeName} from '../store/names.ts';
import {isAtWork, statusOf} from '../store/reduce.ts';
import {Chat, JobLine, Question} from './Chat.tsx';
import {useActions, useStore} from './context.ts';
import {tokensOf} from './timeline.ts';

/** The agent: sessions, conversation, the job, and what to do next. */
export function Agent(): ReactElement {
  return (
    <aside className="agent-panel" aria-label="Agent">
      <Sessions />
      <Chat />
      <Question />
      <JobLine />
      <Instruction />
      <Usage />
    </aside>
  );
}

function titleOf(session: Session): string {
  return session.title.trim() || 'New session';
}

function Sessions(): ReactElement {
  const actions = useActions();
  const sessions = useStore((state) => state.sessions);
  const current = useStore((state) => state.session);
  const roots = useStore((state) => state.settings?.roots);
  const root = current?.root ?? 0;
  const active = sessions.filter(
    (each) => each.status === 'active' || each.session_id === current?.session_id,
  );
  return (
    <div className="sessions">
      <select
        aria-label="Session"
        value={current?.session_id ?? ''}
        onChange={(event) => void actions.openSession(event.target.value)}
      >
        {!current && <option value="">No session</option>}
        {active.map((each) => (
          <option key={each.session_id} value={each.session_id}>
            {titleOf(each)}
            {roots && roots.length > 1 ? ` (${roots[each.root]?.name ?? each.root})` : ''}
            {each.status === 'archived' ? ' (archived)' : ''}
          </option>
        ))}
      </select>
      {roots && roots.length > 1 ? (
        <select
          aria-label="New session in"
          value=""
          onChange={(event) => void actions.newSession(Number(event.target.value))}
        >
          <option value="">New in…</option>
          {roots.map((each) => (
            <option key={each.root} value={each.root}>
              {each.name}
            </option>
          ))}
        </select>
      ) : (
        <button type="button" onClick={() => void actions.newSession(root)}>
          New
        </button>
      )}
      {current && (
        <button
          type="button"
          title="Put this session aside"
          disabled={current.status === 'archived'}
          onClick={() => void actions.archive(current.session_id)}
        >
          Archive
        </button>
      )}
    </div>
  );
}

function Instruction(): ReactElement {
  const actions = useActions();
  const box = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [mode, setMode] = useState('');
  const [rows, setRows] = useState<readonly ContextRow[]>([]);
  const past = useRef({texts: [] as string[], at: 0});
  const works = useStore((state) => isAtWork(statusOf(state)));
  const reviewing = useStore((state) => statusOf(state) === 'awaiting_review');
  const open = useStore((state) => state.open?.path);
  const modes = useStore((state) => state.settings?.agent_modes);
  const send = (): void => {
    const instruction = text.trim();
    if (!instruction || works) return;
    void actions.run(instruction, (mode || undefined) as AgentModeName | undefined, rows).then((done) => {
      if (!done) return;
      past.current.texts.push(instruction);
      past.current.at = past.current.texts.length;
      setText('');
      setRows([]);
    });
  };
  const keys = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      send();
      return;
    }
    const {texts} = past.current;
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by === 0 || (text !== '' && text !== texts[past.current.at])) return;
    const at = Math.max(0, Math.min(texts.length, past.current.at + by));
    if (at === past.current.at) return;
    event.preventDefault();
    past.current.at = at;
    setText(texts[at] ?? '');
  };
  return (
    <form
      className="instruction"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {rows.length > 0 && (
        <ul className="rows" aria-label="Context">
          {rows.map((row, i) => (
            <li key={row.file_path}>
              {row.file_path}
              <button
                type="button"
                className="plain"
                aria-label={`Remove ${row.file_path ?? 'row'}`}
                onClick={() => setRows(rows.filter((_, at) => at !== i))}
              >
                ✗
              </button>
            </li>
          ))}
        </ul>
      )}
      <textarea
        id="instruction"
        ref={box}
        aria-label="Instruction"
        rows={3}
        placeholder={reviewing ? 'Decide about the hunks first, then go on.' : 'What is to be done?'}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={keys}
      />
      <div className="instruction-line">
        {modes && modes.length > 1 && (
          <select aria-label="Mode" value={mode} onChange={(event) => setMode(event.target.value)}>
            <option value="">Usual mode</option>
            {modes.map((each) => (
              <option key={each} value={each}>
                {each.replaceAll('_', ' ')}
              </option>
            ))}
          </select>
        )}
        {open && !rows.some((row) => row.file_path === open) && (
          <button
            type="button"
            title={`Lay ${open} beside the instruction`}
            onClick={() => setRows([...rows, {kind: 'file', file_path: open}])}
          >
            + open file
          </button>
        )}
        <button type="submit" className="primary" disabled={works || !text.trim()}>
          Run
        </button>
      </div>
    </form>
  );
}

function Usage(): ReactElement {
  const chat = useStore((state) => state.session?.chat);
  const events = useStore((state) => state.events);
  const model = useStore(
    (state) => state.events.findLast((event) => event.type === 'provider.selected')?.data['model'],
  );
  const tokens = useMemo(() => tokensOf(chat ?? [], events), [chat, events]);
  if (tokens.requests === 0) return <div className="usage" />;
  return (
    <div className="usage soft number" aria-label="Usage">
      {typeof model === 'string' ? `${model} · ` : ''}
      {tokens.input.toLocaleString()} in · {tokens.output.toLocaleString()} out · {tokens.requests}{' '}
      {tokens.requests === 1 ? 'request' : 'requests'}
    </div>
  );
}
