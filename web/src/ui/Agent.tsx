import {useMemo, type ReactElement} from 'react';
import {Chat} from './Chat.tsx';
import {Composer} from './Composer.tsx';
import {JobLine, Question} from './Job.tsx';
import {SessionBar} from './Sessions.tsx';
import {useStore} from './context.ts';
import {tokensOf} from './timeline.ts';

/** The agent: sessions, conversation, the job, and what to do next. */
export function Agent(): ReactElement {
  return (
    <aside className="agent-panel" aria-label="Agent">
      <SessionBar />
      <Chat />
      <Question />
      <JobLine />
      <Composer />
      <Usage />
    </aside>
  );
}

function Usage(): ReactElement {
  const chat = useStore((state) => state.session?.chat);
  const events = useStore((state) => state.events);
  const model = useStore(
    (state) => state.events.findLast((event) => event.type === 'provider.selected')?.data['model'],
  );
  const tokens = useMemo(() => tokensOf(chat ?? [], events), [chat, events]);
  return (
    <div className="usage soft number" aria-label="Usage" role="group">
      {tokens.requests > 0 && (
        <>
          <span className="usage-model">{typeof model === 'string' ? model : ''}</span>
          <span>
            {tokens.input.toLocaleString('en')} in · {tokens.output.toLocaleString('en')} out · {tokens.requests}{' '}
            {tokens.requests === 1 ? 'request' : 'requests'}
          </span>
        </>
      )}
    </div>
  );
}
