import {useMemo, type ReactElement} from 'react';
import {Chat} from './Chat.tsx';
import {Composer} from './Composer.tsx';
import {ApprovalCard, JobLine, Line, Question, Queue} from './Job.tsx';
import {Runs} from './Runs.tsx';
import {SessionBar} from './Sessions.tsx';
import {useStore} from './context.ts';
import {tokensOf} from './timeline.ts';
import {useView} from './view.ts';

/** The agent: sessions, conversation, the job, and what to do next. */
export function Agent(): ReactElement {
  const [view] = useView();
  return (
    <div className="agent-panel">
      <SessionBar />
      {view.agent === 'chat' ? (
        <Chat />
      ) : (
        <>
          <Runs />
          <Question />
        </>
      )}
      <ApprovalCard />
      <Line />
      <Queue />
      <JobLine />
      <Composer />
      <Usage />
    </div>
  );
}

/** What the session has used so far: told by the server, and until then by what was said. */
function Usage(): ReactElement {
  const usage = useStore((state) => state.usage);
  const chat = useStore((state) => state.session?.chat);
  const events = useStore((state) => state.events);
  const sides = useStore((state) => state.settings?.models);
  const model = useStore(
    (state) => state.events.findLast((event) => event.type === 'provider.selected')?.data['model'],
  );
  const counted = useMemo(() => tokensOf(chat ?? [], events), [chat, events]);
  const input = usage
    ? usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens
    : counted.input;
  const output = usage?.output_tokens ?? counted.output;
  const requests = usage?.requests ?? counted.requests;
  const name = typeof model === 'string' ? model : (sides?.remote ?? sides?.local ?? '');
  return (
    <div className="usage soft number" aria-label="Usage" role="group">
      <span className="usage-model" title={name}>
        {name}
      </span>
      {requests > 0 && (
        <span>
          {input.toLocaleString('en')} in · {output.toLocaleString('en')} out
          {usage?.cost_usd !== null && usage?.cost_usd !== undefined ? ` · $${usage.cost_usd.toFixed(usage.cost_usd < 1 ? 4 : 2)}` : ''}
        </span>
      )}
    </div>
  );
}
