import {useEffect, useMemo, useRef, useState, type ReactElement} from 'react';
import type {Check} from '../api/schema.ts';
import {isReviewing} from '../store/reduce.ts';
import {firstCommand, hasAccepted, isStale, isVoid, outputOf, selectionOf} from './checking.ts';
import {Icon, type IconName} from './icons.tsx';
import {useActions, useStore} from './context.ts';
import {lasting} from './time.ts';
import {useView} from './view.ts';
import {visible, visibleLine} from '../text/visible.ts';

/** A command on the project with the hunks, before anything is written. */
export function Checks(): ReactElement | null {
  const actions = useActions();
  const awaiting = useStore(isReviewing);
  const offers = useStore((state) => state.offers);
  const running = useStore((state) => state.check?.status === 'running');
  const [view, setView] = useView();
  const accepted = useStore((state) => hasAccepted(state.bundle));
  const selection = useStore((state) => selectionOf(view.selectionOfCheck, state.bundle));
  const command = view.check ?? firstCommand(offers);
  if (!awaiting) return null;
  return (
    <section className="checks" aria-label="Checks">
      <form
        className="check-line"
        onSubmit={(event) => {
          event.preventDefault();
          if (!running) void actions.review.check(command, selection);
        }}
      >
        <Icon name="terminal" />
        <input
          aria-label="Check command"
          list="recipes"
          placeholder="A command, for example: make test"
          value={command}
          spellCheck={false}
          onChange={(event) => setView({check: event.target.value})}
        />
        <datalist id="recipes">
          {offers?.recipes.map((recipe) => (
            <option key={recipe.name} value={recipe.command}>
              {visibleLine(recipe.doc || recipe.name)}
            </option>
          ))}
        </datalist>
        <select
          aria-label="Hunks to check with"
          value={selection}
          title={accepted ? undefined : 'No hunk is accepted yet, so the check runs with all of them'}
          onChange={(event) => setView({selectionOfCheck: event.target.value as 'accepted' | 'all'})}
        >
          <option value="accepted" disabled={!accepted}>with accepted hunks</option>
          <option value="all">with all hunks</option>
        </select>
        {running ? (
          <button type="button" title="End the check (c)" onClick={() => void actions.review.cancelCheck()}>
            <Icon name="stop" /> Cancel check
          </button>
        ) : (
          <button type="submit" disabled={!command.trim()} title="Run it on a copy, before anything is written (c)">
            <Icon name="play" /> Run checks
          </button>
        )}
      </form>
      {visible(command) !== command && (
        <p className="bad hidden-note" role="status">
          It has characters that do not show: <code>{visible(command)}</code>
        </p>
      )}
      <Result />
    </section>
  );
}

const RESULTS: Record<Check['status'], [IconName, string]> = {
  running: ['play', 'running'],
  passed: ['check', 'passed'],
  failed: ['warn', 'failed'],
  timed_out: ['warn', 'took too long'],
  cancelled: ['stop', 'cancelled'],
  interrupted: ['warn', 'interrupted by the end of the server'],
  error: ['warn', 'could not run'],
};

function Result(): ReactElement | null {
  const check = useStore((state) => state.check);
  const bundle = useStore((state) => state.bundle);
  const events = useStore((state) => state.events);
  const [view] = useView();
  const [open, setOpen] = useState(true);
  const end = useRef<HTMLPreElement>(null);
  const output = useMemo(() => (check ? outputOf(check, events) : ''), [check, events]);
  useEffect(() => {
    if (end.current) end.current.scrollTop = end.current.scrollHeight;
  }, [output, open]);
  useEffect(() => setOpen(true), [check?.check_id]);
  if (!check) return null;
  const nothing = isVoid(check) && check.status === 'passed';
  const stale = nothing || isStale(check, bundle, view.selectionOfCheck);
  const [icon, word] = RESULTS[check.status];
  return (
    <div className={`check-result check-${check.status}${stale ? ' stale' : ''}`}>
      <div className="check-head">
        {check.status === 'running' ? <span className="spinner" /> : <Icon name={nothing ? 'warn' : icon} />}
        <span role="status">
          <strong>
            {nothing ? 'no hunk was in it, so this says nothing about them' : `${word} with ${check.pinned}`}
          </strong>
          {stale && !nothing && <span> · the selection has changed since</span>}
        </span>
        <code title={visible(check.command)}>{visibleLine(check.command)}</code>
        <span className="soft number">
          {check.exit_code ? `exit ${check.exit_code} · ` : ''}
          {check.millis === null ? '' : lasting(check.millis)}
        </span>
        <button type="button" className="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide output' : 'Show output'}
        </button>
      </div>
      {check.message && check.status !== 'passed' && check.status !== 'running' && <p className="bad">{visible(check.message)}</p>}
      {open && (
        <pre className="output" ref={end} tabIndex={0} aria-label="Output of the check">
          {visible(output) || (check.status === 'running' ? 'Nothing yet.' : 'No output.')}
        </pre>
      )}
    </div>
  );
}
