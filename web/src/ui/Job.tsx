import {useEffect, useState, type ReactElement} from 'react';
import {isAtWork, statusOf} from '../store/reduce.ts';
import {Icon} from './icons.tsx';
import {useActions, useStore} from './context.ts';
import {lasting} from './time.ts';
import {approvalRead, approvalShown, typing} from './typing.ts';

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
      className="ask"
      aria-label="Question of the agent"
      onSubmit={(event) => {
        event.preventDefault();
        if (answer.trim()) send(answer.trim());
      }}
    >
      <p className="ask-what">
        <Icon name="chat" /> <strong>{question.question}</strong>
      </p>
      {question.choices.length > 0 && (
        <span className="actions choices" role="group" aria-label="Offered answers">
          {question.choices.map((choice) => (
            <button key={choice} type="button" onClick={() => send(choice)}>
              {choice}
            </button>
          ))}
        </span>
      )}
      <input
        aria-label="Answer"
        placeholder={question.choices.length > 0 ? 'Or in your own words' : 'Your answer'}
        value={answer}
        onChange={(event) => setAnswer(event.target.value)}
      />
      <span className="actions">
        <button type="submit" className="primary" disabled={!answer.trim()}>
          Answer
        </button>
        <button type="button" title="Let the agent decide (Shift+S)" onClick={() => send('no_user_answer')}>
          Skip
        </button>
      </span>
    </form>
  );
}

/** The command that the job may not run without a person's word. */
export function ApprovalCard(): ReactElement | null {
  const actions = useActions();
  const approval = useStore((state) =>
    statusOf(state) === 'waiting_for_user' ? state.job?.pending_approval : null,
  );
  const [reason, setReason] = useState('');
  const id = approval?.approval_id;
  useEffect(() => {
    if (id) approvalShown(id);
  }, [id]);
  if (!approval) return null;
  const decide = (decision: 'allow' | 'deny', scope: 'once' | 'session' | 'always' = 'once'): void => {
    // A click that was meant for what stood here before, or the end of a sentence, is no answer.
    if (!approvalRead(approval.approval_id) || (decision === 'allow' && typing.isWord())) return;
    void actions.approve(decision, scope, decision === 'deny' ? reason.trim() : '').then((done) => {
      if (done) setReason('');
    });
  };
  return (
    <form
      className="ask"
      id="approval"
      aria-label="Approval of a command"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim()) decide('deny');
      }}
    >
      <p className="ask-what">
        <Icon name="terminal" /> <strong>{approval.helper ? `${approval.helper} asks: may this run?` : 'May this run?'}</strong>{' '}
        <span className="soft">It sees the staged files; what it changes becomes hunks.</span>
      </p>
      <pre className="output" tabIndex={0} aria-label="Command">
        {approval.command || approval.what.join('\n')}
      </pre>
      {(approval.reason || approval.folder) && (
        <p className="soft">
          {approval.reason}
          {approval.folder && approval.folder !== '.' ? ` In ${approval.folder}.` : ''}
        </p>
      )}
      <span className="actions">
        <button type="button" className="primary" title="Not this (Shift+Y)" onClick={() => decide('deny')}>
          Deny
        </button>
        <button type="button" title="This once (y)" onClick={() => decide('allow')}>
          Allow once
        </button>
        <button type="button" title="For the rest of this session" onClick={() => decide('allow', 'session')}>
          Allow for session
        </button>
        {approval.can_last && (
          <button type="button" title="Kept for this project" onClick={() => decide('allow', 'always')}>
            Always allow
          </button>
        )}
      </span>
      <input
        aria-label="Why not, or what instead"
        placeholder="Why not, or what instead (Enter denies with it)"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </form>
  );
}

/** What else the server has to do: jobs of other sessions, at work or waiting. */
export function Queue(): ReactElement | null {
  const actions = useActions();
  const jobs = useStore((state) => state.jobs);
  const own = useStore((state) => state.job?.job_id);
  const others = jobs.filter((job) => job.job_id !== own);
  if (others.length === 0) return null;
  const working = others.filter((job) => job.status !== 'queued').length;
  return (
    <details className="queue">
      <summary>
        {others.length} other {others.length === 1 ? 'job' : 'jobs'}
        <span className="soft number">
          {working} at work · {others.length - working} queued
        </span>
      </summary>
      <ul>
        {others.map((job) => (
          <li key={job.job_id}>
            <button type="button" className="plain" title={job.instruction} onClick={() => void actions.openSession(job.session_id)}>
              <span className="session-title">{job.instruction}</span>
            </button>
            <span className="soft number">
              {job.queue_position ? `no. ${job.queue_position}` : job.status.replaceAll('_', ' ')}
            </span>
            <button
              type="button"
              className="small"
              aria-label={`Cancel ${job.instruction}`}
              onClick={() => void actions.cancelJob(job.job_id)}
            >
              Cancel
            </button>
          </li>
        ))}
      </ul>
    </details>
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
  // The list is looked at again and again: no event tells that those before it are over.
  const place = useStore(
    ({job, jobs}) => (jobs.find((each) => each.job_id === job?.job_id) ?? job)?.queue_position,
  );
  const approving = useStore((state) => Boolean(state.job?.pending_approval));
  const conflicting = useStore((state) => state.conflicts.length > 0);
  const most = useStore((state) => state.job?.max_tool_calls ?? 0);
  const calls = useStore((state) => count(state.events));
  const started = useStore((state) => state.job?.started_at);
  const doing = useStore((state) => {
    const last = state.events.findLast((event) => event.type.startsWith('tool.call'));
    return last?.type === 'tool.call.requested' ? String(last.data['tool']) : '';
  });
  const works = status !== null && isAtWork(status);
  const cancelled = status === 'failed' && code === 'cancelled';
  const seconds = useSeconds(works && started ? started : null);
  if (!status) return null;
  return (
    <div className={`job job-${cancelled ? 'cancelled' : status}`}>
      {works && (
        <progress
          className="job-progress"
          max={most || 1}
          value={Math.min(calls, most)}
          aria-label={`${calls} of at most ${most} tool calls`}
        />
      )}
      <span className="job-mark" aria-hidden="true">
        {works ? <span className="spinner" /> : <Icon name={cancelled ? 'stop' : status === 'failed' ? 'warn' : status === 'completed' ? 'accept' : 'edit'} />}
      </span>
      <span className="job-words">
        <span role="status">
          {status === 'waiting_for_user' && approving ? 'Waits for your approval' : cancelled ? 'Cancelled' : WORDS[status]}
          {status === 'queued' && place ? `, no. ${place} in the queue` : ''}
          {status === 'failed' && code && !cancelled ? ` (${code.replaceAll('_', ' ')})` : ''}
          {status === 'running' && doing ? `: ${doing.replaceAll('_', ' ')}` : ''}
        </span>
        {works && (
          <span className="soft number">
            {seconds > 0 ? ` ${lasting(seconds * 1000)}` : ''} · {calls} of {most} calls
          </span>
        )}
      </span>
      <span className="actions">
        {works && (
          <button type="button" title="End the job (Shift+C)" onClick={() => void actions.control('cancelJob')}>
            Cancel
          </button>
        )}
        {status === 'failed' && code === 'interrupted' && (
          <button type="button" className="primary" onClick={() => void actions.control('resumeJob')}>
            Resume
          </button>
        )}
        {!works && !conflicting && (
          <button
            type="button"
            title="Drop what the job has staged and carry out its instruction again (Shift+G)"
            onClick={() => void actions.control('rerunJob')}
          >
            Run again
          </button>
        )}
      </span>
    </div>
  );
}

function count(events: readonly {type: string}[]): number {
  let calls = 0;
  for (const event of events) if (event.type === 'tool.call.requested') calls++;
  return calls;
}

/** How long something has been going on. */
function useSeconds(since: string | null): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!since) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [since]);
  return since ? Math.max(0, Math.floor((now - Date.parse(since)) / 1000)) : 0;
}
