import {useVirtualizer} from '@tanstack/react-virtual';
import {memo, useEffect, useMemo, useRef, type ReactElement} from 'react';
import type {ChatMessage} from '../api/schema.ts';
import {Question} from './Job.tsx';
import {GrowingMarkdown, Markdown} from './Markdown.tsx';
import {ToolCard} from './ToolCard.tsx';
import {useStore} from './context.ts';
import {Timeline, type Item} from './timeline.ts';
import {visible, visibleLine} from '../text/visible.ts';

const NOTHING: readonly ChatMessage[] = [];

/** The conversation of the session, with what the job is doing now at its end. */
export function Chat(): ReactElement {
  const session = useStore((state) => state.session);
  const job = useStore((state) => state.job);
  const events = useStore((state) => state.events);
  const writing = useStore((state) => state.writing);
  const earlier = useStore((state) => state.earlier);
  const loading = useStore((state) => state.loading);
  const question = useStore((state) => state.job?.pending_question?.question_id);
  const kept = useRef(new Timeline());
  const chat = session?.chat ?? NOTHING;
  const items = useMemo(() => kept.current.items(chat, job, events, writing, earlier), [chat, job, events, writing, earlier]);
  const latest = useRef(items);
  latest.current = items;
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const keyAt = useRef((index: number): string => latest.current[index]?.key ?? String(index));
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 48,
    overscan: 8,
    getItemKey: keyAt.current,
  });
  const height = virtual.getTotalSize();
  useEffect(() => {
    // One look at the layout for all that came, and again when it is known how high that is.
    const log = scroller.current;
    if (log && atEnd.current) log.scrollTop = log.scrollHeight;
  }, [items, height, question]);
  return (
    <div
      className="chat"
      ref={scroller}
      tabIndex={0}
      role="log"
      aria-label="Conversation"
      // Read out when it is said, and not again and again while it is being written.
      aria-busy={writing !== null}
      onScroll={(event) => {
        const {scrollTop, scrollHeight, clientHeight} = event.currentTarget;
        atEnd.current = scrollHeight - scrollTop - clientHeight < 60;
      }}
    >
      {items.length === 0 && loading && <p className="empty">Loading the conversation…</p>}
      {items.length === 0 && !loading && (
        <div className="chat-empty">
          <h2>What is to be done?</h2>
          <p>
            The agent reads and searches the project. What it wants to change comes as hunks that you accept or
            reject, one by one. Nothing is written before you apply it.
          </p>
        </div>
      )}
      <div className="chat-items" style={{height}}>
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
      <Question />
    </div>
  );
}

const ItemView = memo(function ItemView({item}: {item: Item}): ReactElement {
  switch (item.kind) {
    case 'user':
      return (
        <div className="said-user">
          <span className="who">{visibleLine(item.who) || 'Instruction'}</span>
          <p>{visible(item.text)}</p>
        </div>
      );
    case 'assistant':
      return (
        <div className={item.writing ? 'said-agent writing' : 'said-agent'}>
          <span className="visually-hidden">Agent</span>
          {item.writing ? <GrowingMarkdown text={item.text} /> : <Markdown text={item.text} />}
        </div>
      );
    case 'tool':
      return <ToolCard tool={item.tool} />;
    case 'question':
      return (
        <div className="asked">
          <p>{visible(item.text)}</p>
          <p className="note">{visible(item.answer)}</p>
        </div>
      );
    case 'note':
      return <p className={item.tone === 'bad' ? 'note bad' : 'note'}>{visible(item.text)}</p>;
  }
});
