import {useEffect, useState, type ReactElement} from 'react';
import type {Approval} from '../api/schema.ts';
import {heldUp, isAtWork, isServed, statusOf, waitingIn} from '../store/reduce.ts';
import {sentence} from '../store/refusals.ts';
import {numbered} from '../review/hunks.ts';
import {requestRerun} from './commands.ts';
import {Confirm} from './Dialogs.tsx';
import {Icon, type IconName} from './icons.tsx';
import {useActions, useCurrent, useStore} from './context.ts';
import {callsText} from './progress.ts';
import {lasting} from './time.ts';
import {approvalRead, approvalShown, typing} from './typing.ts';
import {useView} from './view.ts';
import {visible, visibleLine} from '../text/visible.ts';

/** What was typed of an answer, also while something else is looked at. */
let begun = {id: '', text: ''};

/** The question that the job waits for an answer to, at the end of the conversation. */
export function Question(): ReactElement | null {
  const actions = useActions();
  const question = useStore((state) =>
    statusOf(state) === 'waiting_for_user' ? state.job?.pending_question : null,
  );
  const job = useStore((state) => state.job?.job_id);
  const id = `${job} ${question?.question_id}`;
  const [answer, setAnswer] = useState(begun.id === id ? begun.text : '');
  if (!question) return null;
  const type = (text: string): void => {
    begun = {id, text};
    setAnswer(text);
  };
  const send = (text: string): void => {
    void actions.clarify(question.question_id, text).then((done) => {
      if (done) type('');
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
        <Icon name="chat" /> <strong>{visible(question.question)}</strong>
      </p>
      {question.choices.length > 0 && (
        <span className="actions choices" role="group" aria-label="Offered answers">
          {question.choices.map((choice) => (
            <button key={choice} type="button" onClick={() => send(choice)}>
              {visibleLine(choice)}
            </button>
          ))}
        </span>
      )}
      <input
        aria-label="Answer"
        placeholder={question.choices.length > 0 ? 'Or in your own words' : 'Your answer'}
        value={answer}
        onChange={(event) => type(event.target.value)}
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
      aria-label={approval.plan ? 'Approval of a plan' : 'Approval of a command'}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim()) decide('deny');
      }}
    >
      {approval.plan ? <PlanView plan={approval.plan} /> : <CommandView approval={approval} />}
      <span className="actions">
        <button type="button" className="primary" title="Not this (Shift+Y)" onClick={() => decide('deny')}>
          Deny
        </button>
        <button type="button" title="This once (y)" onClick={() => decide('allow')}>
          Allow once
        </button>
        {!approval.plan && (
          <button type="button" title="For the rest of this session (Shift+L)" onClick={() => decide('allow', 'session')}>
            Allow for session
          </button>
        )}
        {approval.can_last && (
          <button type="button" title="Kept for this project (Shift+V)" onClick={() => decide('allow', 'always')}>
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

/** What is asked for: a command, or something else that a tool would do. */
function CommandView({approval}: {approval: Approval}): ReactElement {
  return (
    <>
      <p className="ask-what">
        <Icon name="terminal" /> <strong>{approval.helper ? `${visibleLine(approval.helper)} asks: may this run?` : 'May this run?'}</strong>{' '}
        <span className="soft">It sees the staged files; what it changes becomes hunks.</span>
      </p>
      <pre className="output" tabIndex={0} aria-label="Command">
        {visible(approval.command || approval.what.join('\n'))}
      </pre>
      {(approval.reason || approval.folder) && (
        <p className="soft">
          {visible(sentence(approval.reason))}
          {approval.folder && approval.folder !== '.' ? ` In ${visibleLine(approval.folder)}.` : ''}
        </p>
      )}
    </>
  );
}

/** A plan that waits to be carried out. */
function PlanView({plan}: {plan: NonNullable<Approval['plan']>}): ReactElement {
  const part = (name: string, lines: readonly string[]): ReactElement | null =>
    lines.length === 0 ? null : (
      <p className="soft">
        {name}: {lines.map(visible).join(' · ')}
      </p>
    );
  return (
    <>
      <p className="ask-what">
        <Icon name="edit" /> <strong>{visibleLine(plan.title || 'A plan')}</strong> <span className="soft">May this be carried out?</span>
      </p>
      <ol className="plan-steps">
        {plan.steps.map((step, i) => (
          <li key={i}>{visible(step)}</li>
        ))}
      </ol>
      {part('Checks', plan.checks)}
      {part('Risks', plan.risks)}
    </>
  );
}

/** What waits for its turn in this session: in order, each can be called off. */
export function Line(): ReactElement | null {
  const actions = useActions();
  const session = useStore((state) => state.session);
  const jobs = useStore((state) => state.jobs);
  const status = useStore((state) => statusOf(state));
  const held = useStore(heldUp);
  const waiting = waitingIn({session, jobs});
  if (waiting.length === 0) return null;
  return (
    <section className="queue line" aria-label="Waiting in this session">
      <p className="line-head">
        <strong>
          {waiting.length} {waiting.length === 1 ? 'waits' : 'wait'}
        </strong>{' '}
        <span className="soft">
          {held ? 'The job before failed: run it again, resume it, or go on.' : status === 'awaiting_review' ? 'Next after the review.' : 'Next after this job.'}
        </span>
      </p>
      <ol>
        {waiting.map((job, i) => (
          <li key={job.job_id}>
            <span className="soft number">{i + 1}</span>
            <span className="session-title" title={visible(job.instruction)}>
              {visible(job.instruction)}
            </span>
            {held && i === 0 && (
              <button type="button" className="small primary" aria-label={`Go on with ${visibleLine(job.instruction)}`} onClick={() => void actions.goOn(job.job_id)}>
                Go on
              </button>
            )}
            <button
              type="button"
              className="small"
              aria-label={`Cancel ${visibleLine(job.instruction)}`}
              title="It never begins"
              onClick={() => void actions.cancelJob(job.job_id)}
            >
              Cancel
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What else the server has to do: jobs of other sessions, at work or waiting. */
export function Queue(): ReactElement | null {
  const actions = useActions();
  const jobs = useStore((state) => state.jobs);
  const own = useStore((state) => state.job?.job_id);
  const session = useStore((state) => state.session?.session_id);
  const others = jobs.filter((job) => job.job_id !== own && !(job.behind && job.session_id === session));
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
            <button type="button" className="plain" title={visible(job.instruction)} onClick={() => void actions.openSession(job.session_id)}>
              <span className="session-title">{visible(job.instruction)}</span>
            </button>
            <span className="soft number">
              {job.queue_position ? `no. ${job.queue_position}` : job.status.replaceAll('_', ' ')}
              {job.started_at ? ` · ${lasting(Math.max(0, Date.now() - Date.parse(job.started_at)))}` : ''}
              {job.started_at && job.status !== 'queued' ? ` · ${callsText(job.tool_calls, job.max_tool_calls)}` : ''}
            </span>
            <button
              type="button"
              className="small"
              aria-label={`Cancel ${visibleLine(job.instruction)}`}
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

const MARKS: Partial<Record<string, IconName>> = {failed: 'warn', completed: 'accept', waiting_for_user: 'chat'};

/** Where the job stands, and how to end it or take it up again. */
export function JobLine(): ReactElement | null {
  const actions = useActions();
  const current = useCurrent();
  const status = useStore((state) => statusOf(state));
  const code = useStore((state) => state.job?.error?.code);
  // The list is looked at again and again: no event tells that those before it are over.
  const place = useStore(
    ({job, jobs}) => (jobs.find((each) => each.job_id === job?.job_id) ?? job)?.queue_position,
  );
  const approving = useStore((state) => Boolean(state.job?.pending_approval));
  const conflicting = useStore((state) => state.conflicts.length > 0 && statusOf(state) === 'awaiting_review');
  const served = useStore(isServed);
  const most = useStore((state) => state.job?.max_tool_calls ?? 0);
  // The latest events are those that are known; the snapshot counts all of them.
  const calls = useStore((state) => Math.max(count(state.events), state.job?.tool_calls ?? 0));
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
        {works && status !== 'waiting_for_user' ? <span className="spinner" /> : <Icon name={cancelled ? 'stop' : MARKS[status] ?? 'edit'} />}
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
            {seconds > 0 ? ` ${lasting(seconds * 1000)}` : ''} · {callsText(calls, most)}
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
        {!works && !conflicting && served && (
          <button
            type="button"
            title="Drop what the job has staged and carry out its instruction again (Shift+G)"
            onClick={() => requestRerun(actions, current())}
          >
            Run again
          </button>
        )}
      </span>
    </div>
  );
}

/** Asks before a job that runs again drops what a person decided or typed. */
export function RerunConfirm(): ReactElement {
  const actions = useActions();
  const bundle = useStore((state) => state.bundle);
  const draft = useStore((state) => state.draft !== null);
  const [view, setView] = useView();
  const hunks = numbered(bundle);
  const decided = hunks.filter((each) => each.decision !== 'pending').length;
  const own = hunks.filter((each) => each.hunk.origin === 'user').length;
  const parts = [
    decided > 0 ? `${decided} ${decided === 1 ? 'decision' : 'decisions'} about its hunks` : '',
    own > 0 || draft ? 'what you typed into its files' : '',
  ].filter(Boolean);
  return (
    <Confirm
      open={view.asks === 'rerun'}
      title="Run the job again?"
      text={`What it has staged is dropped, and with it ${parts.join(' and ')}; then it makes its edits anew. The files on the disk stay as they are.`}
      action="Drop it and run again"
      onClose={(confirmed) => {
        setView({asks: null});
        if (confirmed) void actions.control('rerunJob');
      }}
    />
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
