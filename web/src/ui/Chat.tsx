import {useVirtualizer} from '@tanstack/react-virtual';
import {useEffect, useMemo, useRef, useState, type ReactElement} from 'react';
import {isAtWork, statusOf} from '../store/reduce.ts';
import {Markdown} from './Markdown.tsx';
import {ToolCard} from './ToolCard.tsx';
import {useActions, useStore} from './context.ts';
import {timeline, type Item} from './timeline.ts';

/** The conversation of the session, with what the job is doing now at its end. */
export function Chat(): ReactElement {
  const session = useStore((state) => state.session);
  const job = useStore((state) => state.job);
  const events = useStore((state) => state.events);
  const items = useMemo(() => timeline(session?.chat ?? [], job, events), [session, job, events]);
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 48,
    overscan: 8,
    getItemKey: (index) => items[index]!.key,
  });
  useEffect(() => {
    if (atEnd.current && items.length > 0) virtual.scrollToIndex(items.length - 1, {align: 'end'});
  }, [items, virtual]);
  return (
    <div
      className="chat"
      ref={scroller}
      tabIndex={0}
      role="log"
      aria-label="Conversation"
      onScroll={(event) => {
        const {scrollTop, scrollHeight, clientHeight} = event.currentTarget;
        atEnd.current = scrollHeight - scrollTop - clientHeight < 60;
      }}
    >
      {items.length === 0 && (
        <p className="empty">
          Tell the agent what to do. It reads and searches the project; what it wants to change comes as
          hunks that you accept or reject. Nothing is written before you apply it.
        </p>
      )}
      <div className="chat-items" style={{height: virtual.getTotalSize()}}>
        {virtual.getVirtualItems().map((row) => (
          <div
            key={row.key}
            ref={virtual.measureElement}
            data-index={row.index}
            className="chat-item"
            style={{transform: `translateY(${row.start}px)`}}
          >
            <ItemView item={items[row.index]!} />
          </div>
        ))}
      </div>
    </div>
  );
}

function ItemView({item}: {item: Item}): ReactElement {
  switch (item.kind) {
    case 'user':
      return (
        <div className="said-user">
          <span className="who">You</span>
          <p>{item.text}</p>
        </div>
      );
    case 'assistant':
      return (
        <div className="said-agent">
          <Markdown text={item.text} />
        </div>
      );
    case 'tool':
      return <ToolCard tool={item.tool} />;
    case 'note':
      return <p className={item.tone === 'bad' ? 'note bad' : 'note'}>{item.text}</p>;
  }
}

/** The question that the job waits for an answer to. */
export function Question(): ReactElement | null {
  const actions = useActions();
  const question = useStore((state) =>
    statusOf(state) === 'waiting_for_user' ? state.job?.pending_question : null,
  );
  const [answer, setAnswer] = useState('');
  if (!question) return null;
  const send = (text: string): void => {
    void actions.clarify(question.question_id, text).then((done) => {
      if (done) setAnswer('');
    });
  };
  return (
    <form
      className="question"
      aria-label="Question of the agent"
      onSubmit={(event) => {
        event.preventDefault();
        if (answer.trim()) send(answer.trim());
      }}
    >
      <p>
        <strong>{question.question}</strong>
      </p>
      <input aria-label="Answer" value={answer} onChange={(event) => setAnswer(event.target.value)} />
      <span className="actions">
        <button type="submit" className="primary" disabled={!answer.trim()}>
          Answer
        </button>
        <button type="button" onClick={() => send('no_user_answer')}>
          Skip
        </button>
      </span>
    </form>
  );
}

const WORDS: Record<string, string> = {
  queued: 'Waits for its turn',
  running: 'Works',
  waiting_for_user: 'Waits for your answer',
  awaiting_review: 'Waits for your review',
  completed: 'Done',
  failed: 'Failed',
};

/** Where the job stands, and how to end it or take it up again. */
export function JobLine(): ReactElement | null {
  const actions = useActions();
  const status = useStore((state) => statusOf(state));
  const code = useStore((state) => state.job?.error?.code);
  const doing = useStore((state) => {
    const last = state.events.findLast((event) => event.type.startsWith('tool.call'));
    return last?.type === 'tool.call.requested' ? String(last.data['tool']) : '';
  });
  if (!status) return null;
  const works = isAtWork(status);
  return (
    <div className={`job job-${status}`} role="status">
      {works && <span className="spinner" aria-hidden="true" />}
      <span>
        {WORDS[status]}
        {status === 'failed' && code ? ` (${code.replaceAll('_', ' ')})` : ''}
        {status === 'running' && doing ? `: ${doing.replaceAll('_', ' ')}` : ''}
      </span>
      <span className="actions">
        {works && (
          <button type="button" onClick={() => void actions.control('cancelJob')}>
            Cancel
          </button>
        )}
        {status === 'failed' && code === 'interrupted' && (
          <button type="button" onClick={() => void actions.control('resumeJob')}>
            Resume
          </button>
        )}
        {!works && (
          <button type="button" onClick={() => void actions.control('rerunJob')}>
            Run again
          </button>
        )}
      </span>
    </div>
  );
}
